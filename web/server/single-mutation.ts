import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

type Options<Input, Answer> = Omit<UseMutationOptions<Answer, Error, Input>, 'onSettled' | 'mutationFn'> & {
  mutationFn: (input: Input) => Promise<Answer>
}

/** `isPending` changes only with the next render, so a fast second press would run the mutation twice. */
export function useSingleMutation<Input, Answer>(options: Options<Input, Answer>) {
  const running = useRef(false)
  const { mutate, mutateAsync, ...mutation } = useMutation<Answer, Error, Input>({
    ...options,
    // Without what else the library hands over.
    mutationFn: (input) => options.mutationFn(input),
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
