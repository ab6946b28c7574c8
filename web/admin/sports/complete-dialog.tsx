import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CompleteBody } from '#api/contract/rounds'
import { completeRound, previewCompletion } from '../../client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { leaderboardQuery, roundQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { useCommand } from '../command.ts'
import { asSeen, isOutdated, usePreview } from '../preview/preview.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { CompleteMultipleForm } from './complete-multiple-form.tsx'
import { CompleteSingleForm } from './complete-single-form.tsx'
import { type PlaceField, placesOf } from './places.ts'
import type { SportDialogProps } from './sport-dialog.tsx'
import { groupWriteIns } from './write-ins.ts'

export type CompleteFormProps = {
  /** The places that were published before an unlock, from which a correction starts. */
  former: Record<PlaceField, string>
  /** Another result has been published before. */
  correcting: boolean
  /** What the button does next. */
  action: string
  /** What the result would do, once it has been asked. */
  preview: ReactNode
  busy: boolean
  problem: string | null
  onSubmit: (result: CompleteBody) => void
  onClose: () => void
}

export function CompleteDialog({ round, onClose }: SportDialogProps) {
  const single = round.pick_type === 'single'
  const details = useQuery(roundQuery(round.id))
  const leaderboard = useQuery({ ...leaderboardQuery(round.season_id), enabled: !single })
  // The first press shows what the result does, the second one publishes it.
  const [shown, setShown] = useState<CompleteBody | null>(null)
  const preview = usePreview(['complete', round.id, shown], () => previewCompletion(round.id, shown ?? {}), {
    enabled: shown !== null,
  })
  const { run, busy, problem } = useCommand({
    send: (result: CompleteBody) => completeRound(round.id, { ...result, ...asSeen(preview.data) }),
    fallback: 'Failed to complete round',
    success: () => `${round.sport_name} is completed, and the standings are up to date`,
    onDone: onClose,
    onProblem: (error) => {
      if (isOutdated(error)) void preview.refetch()
    },
  })
  const correcting = round.completed_before === true
  const form: Omit<CompleteFormProps, 'former'> = {
    ...{ correcting, busy, problem, onClose },
    action: !shown ? 'Show What Changes' : 'Complete & Score',
    preview: shown && <PreviewPanel query={preview} />,
    onSubmit: (result) => (isSameResult(result, shown) ? run(result) : setShown(result)),
  }
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
      <Loaded query={details} fallback="Failed to load round details">
        {({ teams, ...detail }) =>
          single ? (
            <CompleteSingleForm
              teams={teams.map(({ team_name }) => team_name)}
              former={placesOf(detail)}
              {...form}
            />
          ) : (
            <Loaded query={leaderboard} fallback="Failed to load round data">
              {({ leaderboard: entries }) => (
                <CompleteMultipleForm
                  groups={groupWriteIns(entries, round.id)}
                  former={placesOf(detail)}
                  {...form}
                />
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Whatever the reason says. */
const isSameResult = ({ reason: _, ...result }: CompleteBody, shown: CompleteBody | null) =>
  shown !== null && JSON.stringify({ ...result, reason: shown.reason }) === JSON.stringify({ ...shown })
