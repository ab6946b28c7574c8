import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPick } from '../../api/contract/picks.ts'
import { submitPicks } from '../client.ts'
import { ownPickQuery } from '../public-queries.ts'
import { ClientError } from '../request.ts'
import { useSingleMutation } from '../single-mutation.ts'
import { countingPicks, filledIn, initialPicks } from './pick-texts.ts'

const retriesMax = 3

/** What was typed, apart from what counts by the server, so that neither is taken for the other. */
export function usePickSaving(token: string, pick: OwnPick) {
  /** Not null while the player changes something. */
  const [edits, setEdits] = useState<string[] | null>(null)
  /** The receipt of what this page has shown as the pick. */
  const [seen, setSeen] = useState(pick.receipt?.code)
  const queries = useQueryClient()
  const { queryKey } = ownPickQuery(token)
  const counting = countingPicks(pick)
  const before = initialPicks(pick)
  const picks = edits ?? before
  const save = useSingleMutation({
    mutationFn: (values: string[]) => submitPicks(token, values),
    // The same picks again are one pick to the server, so that asking twice cannot do harm.
    retry: (failures, error) => failures < retriesMax && error instanceof ClientError && error.status === 0,
    retryDelay: (failures) => 1000 * 2 ** failures,
    onError: (error) => (isClosed(error) ? queries.invalidateQueries({ queryKey }) : undefined),
    onSuccess: async ({ message, pickItems, submittedAt, ...receipts }, sent) => {
      // What was asked for before this was saved would show the pick of then.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(
        queryKey,
        (old) => old && { ...old, pick: { ...old.pick, ...receipts, currentPick: { pickItems } } },
      )
      setSeen(receipts.receipt?.code)
      if (isSame(filledIn(picks), sent)) setEdits(null)
    },
  })
  const isOwn = save.variables !== undefined && isSame(save.variables, counting)
  // No answer came, and yet it counts.
  const hasArrived = isOwn && save.isError
  return {
    picks,
    seen,
    /** What is chosen here is not what counts. */
    isUnsaved: !hasArrived && picks.some((text, index) => text.trim() !== before[index]),
    isEditing: counting.length === 0 || (edits !== null && !hasArrived),
    isChangedElsewhere: pick.receipt?.code !== seen && !save.isPending && !isOwn,
    isSaving: save.isPending,
    /** Here and now. */
    isSaved: save.isSuccess,
    isLate: isClosed(save.error),
    /** Attempts without an answer, or refused, and what became of the last. */
    failures: save.failureCount,
    problem: save.error,
    edit: setEdits,
    /** Goes back to what counts. */
    keep: () => setEdits(null),
    /** Begins with what counts. */
    change: () => {
      setEdits(before)
      setSeen(pick.receipt?.code)
      save.reset()
    },
    submit: () => save.mutate(filledIn(picks)),
  }
}

const isClosed = (error: Error | null) => error instanceof ClientError && error.status === 403

const isSame = (left: readonly string[], right: readonly string[]) => left.join('\n') === right.join('\n')
