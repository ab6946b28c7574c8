import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

type Options<Input, Answer> = Omit<UseMutationOptions<Answer, Error, Input>, 'onSettled'>

/** `isPending` changes only with the next render, so a fast second press would run the mutation twice. */
export function useSingleMutation<Input, Answer>(options: Options<Input, Answer>) {
  const running = useRef(false)
  const { mutate, mutateAsync, ...mutation } = useMutation<Answer, Error, Input>({
    ...options,
    onSettled: () => {
      running.current = false
    },
  })
  return {
    ...mutation,
    mutate: (input: Input) => {
      if (running.current) return
      running.current = true
      mutate(input)
    },
  }
}
