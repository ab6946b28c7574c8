import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { dequal } from 'dequal/lite'
import { useState } from 'react'
import type { OwnPick } from '../../../api/contract/picks.ts'
import { calling } from '../../server/api.ts'
import type { ClientError } from '../../server/request.ts'
import { useSingleMutation } from '../../server/single-mutation.ts'
import { answerOf, countingPicks, type Draft, filledIn, initialPicks, type Pickable } from '../pick-texts.ts'

const retriesMax = 3

export type SavedPick = Awaited<ReturnType<typeof savePick>>

type Shown = {
  /** Null unless the player is changing something. */
  edits: [Draft | null, (edits: Draft | null) => void]
  /** Of the answer that `pick` is from. */
  queryKey: QueryKey
  onSaved: (saved: SavedPick) => void
}

const savePick = calling('POST /picks/{token}')

/** Keeps the typed picks apart from the saved ones, so that neither is mistaken for the other. */
export function usePickSaving(
  token: string,
  pick: Pickable & Pick<OwnPick, 'receipt'>,
  { edits: [edits, setEdits], queryKey, onSaved }: Shown,
) {
  const [seen, setSeen] = useState(pick.receipt?.code)
  const queries = useQueryClient()
  const counting = countingPicks(pick)
  const before: Draft = { picks: initialPicks(pick), guess: `${pick.round.tieBreak?.guess ?? ''}` }
  const draft = edits ?? before
  const answer = answerOf(draft, pick)
  const answerBefore = answerOf(before, pick)
  const save = useSingleMutation({
    mutationFn: (sent: typeof answer) => savePick(token, sent),
    // The server takes the same picks as one pick, so a retry is harmless.
    retry: (failures, error) => failures < retriesMax && statusOf(error) === 0,
    retryDelay: (failures) => 1000 * 2 ** failures,
    onError: (error) => (statusOf(error) === 403 ? queries.invalidateQueries({ queryKey }) : undefined),
    onSuccess: async (saved, sent) => {
      // An answer that was requested before this save would show the former pick.
      await queries.cancelQueries({ queryKey })
      onSaved(saved)
      setSeen(saved.receipt?.code)
      if (dequal(answer, sent)) setEdits(null)
    },
  })
  const isOwn = save.variables !== undefined && dequal(save.variables, answerBefore)
  // No answer came, but the server saved the pick.
  const hasArrived = isOwn && save.isError && Math.floor(statusOf(save.error) / 100) !== 4
  return {
    ...draft,
    seen,
    /** What is typed here and not saved. */
    unsaved: [
      ...(dequal(draft.picks, before.picks) ? [] : filledIn(draft.picks)),
      ...(draft.guess === before.guess ? [] : [draft.guess]),
    ],
    isUnsaved: !hasArrived && !dequal(answer, answerBefore),
    isEditing: counting.length === 0 || (edits !== null && !hasArrived),
    isChangedElsewhere: pick.receipt?.code !== seen && !save.isPending && !isOwn,
    isSaving: save.isPending,
    isSaved: save.isSuccess,
    isLate: statusOf(save.error) === 403,
    /** Attempts without success, and the last problem. */
    failures: save.failureCount,
    problem: save.error,
    edit: (changed: Partial<Draft>) => setEdits({ ...draft, ...changed }),
    keep: () => setEdits(null),
    change: () => {
      setEdits(before)
      setSeen(pick.receipt?.code)
      save.reset()
    },
    submit: () => save.mutate(answer),
  }
}

const statusOf = (error: Partial<ClientError> | null) => error?.status ?? -1

/** As the next answer will have it. */
export function withSaved<Of extends Pickable>(pick: Of, saved: SavedPick): Of {
  const { message, pickItems, submittedAt, guess = null, ...receipts } = saved
  const { round } = pick
  return {
    ...pick,
    ...receipts,
    round: round.tieBreak ? { ...round, tieBreak: { ...round.tieBreak, guess } } : round,
    currentPick: { pickItems },
  }
}
