import { useQueryClient } from '@tanstack/react-query'
import { useNotices } from '../notices.ts'
import { errorText } from '../request.ts'
import { useSingleMutation } from '../single-mutation.ts'

type CommandOptions<Input, Answer> = {
  send: (input: Input) => Promise<Answer>
  /** What to say when it did not work and the server gave no reason. */
  fallback: string
  /** What to say when it worked; nothing where the screen itself shows it. */
  success?: (answer: Answer, input: Input) => string
  onDone?: (answer: Answer, input: Input) => void
  /** Where the problem is shown; a notice at the edge of the screen when nothing else shows it. */
  onProblem?: (error: Error) => void
}

/**
 * Something a person tells the server to do. It runs once however often the button is pressed, and stays busy until
 * every list on the screen shows its effect.
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
      // It may have been done all the same, or in part.
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

/** For a dialog, which shows the problem in its own place. */
export const shownInPlace = () => {}
