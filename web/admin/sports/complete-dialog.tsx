import { useQuery } from '@tanstack/react-query'
import type { CompleteBody } from '#api/contract/rounds'
import { completeRound } from '../../client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { leaderboardQuery, roundQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import { CompleteMultipleForm } from './complete-multiple-form.tsx'
import { CompleteSingleForm } from './complete-single-form.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'
import { groupWriteIns } from './write-ins.ts'

export type CompleteFormProps = {
  busy: boolean
  problem: string | null
  onSubmit: (result: CompleteBody) => void
  onClose: () => void
}

export function CompleteDialog({ round, onClose }: SportDialogProps) {
  const single = round.pick_type === 'single'
  const details = useQuery({ ...roundQuery(round.id), enabled: single })
  const leaderboard = useQuery({ ...leaderboardQuery(round.season_id), enabled: !single })
  const { run, busy, problem } = useCommand({
    send: (result: CompleteBody) => completeRound(round.id, result),
    fallback: 'Failed to complete round',
    success: () => `${round.sport_name} is completed, and the standings are up to date`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  const form: CompleteFormProps = { busy, problem, onSubmit: run, onClose }
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Complete ${round.sport_name}`}
      description={
        single
          ? 'Say how the teams finished. Everyone who picked one of them gets the points of its place.'
          : 'Say how it ended, then give each player the place that their picks earned.'
      }
    >
      {single ? (
        <Loaded query={details} fallback="Failed to load round details">
          {({ teams }) => <CompleteSingleForm teams={teams.map(({ team_name }) => team_name)} {...form} />}
        </Loaded>
      ) : (
        <Loaded query={leaderboard} fallback="Failed to load round data">
          {({ leaderboard: entries }) => (
            <CompleteMultipleForm groups={groupWriteIns(entries, round.id)} {...form} />
          )}
        </Loaded>
      )}
    </Dialog>
  )
}
