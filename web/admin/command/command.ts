import { useQueryClient } from '@tanstack/react-query'
import { useNotices } from '../../notices.ts'
import { errorText } from '../../server/request.ts'
import { useSingleMutation } from '../../server/single-mutation.ts'

export type CommandOptions<Input, Answer> = {
  send: (input: Input) => Promise<Answer>
  /** Shown when it failed and the server gave no reason. */
  fallback: string
  /** Missing where the screen itself shows the result. */
  success?: ((answer: Answer, input: Input) => string) | undefined
  onDone?: ((answer: Answer, input: Input) => void) | undefined
  /** Without it a notice at the edge of the screen shows the problem. */
  onProblem?: (error: Error) => void
}

/**
 * Sends a command once, however often the button is pressed. Busy until every list on the screen shows the effect.
 */
export function useCommand<Input = void, Answer = unknown>(options: CommandOptions<Input, Answer>) {
  const client = useQueryClient()
  const { show, dismissSuccesses } = useNotices.getState()
  const { mutate, isPending, error, data, reset } = useSingleMutation<Input, Answer>({
    mutationFn: options.send,
    onSuccess: async (answer, input) => {
      await client.invalidateQueries()
      if (options.success) show('success', options.success(answer, input))
      options.onDone?.(answer, input)
    },
    onError: (failure) => {
      // The server may have done it all the same, or in part.
      void client.invalidateQueries()
      if (options.onProblem) options.onProblem(failure)
      else show('danger', errorText(failure, options.fallback))
    },
  })
  return {
    run: (input: Input) => {
      dismissSuccesses()
      mutate(input)
    },
    busy: isPending,
    answer: data,
    error,
    problem: error ? errorText(error, options.fallback) : null,
    reset,
  }
}

export const shownInPlace = () => {}
