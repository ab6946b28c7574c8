import { useQuery } from '@tanstack/react-query'
import { dequal } from 'dequal/lite'
import { type ReactNode, useState } from 'react'
import type { Preview } from '../../../api/contract/previews.ts'
import type { CompleteBody } from '../../../api/contract/rounds.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { leaderboardQuery, roundQuery, rulesQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { useCommand } from '../command.ts'
import { asSeen, isOutdated, usePreview } from '../preview/preview.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { CompleteMultipleForm } from './complete-multiple-form.tsx'
import { CompleteSingleForm } from './complete-single-form.tsx'
import { type PlaceField, placesOf, type Worth } from './places.ts'
import type { SportDialogProps } from './sport-dialog.tsx'
import { groupWriteIns, playersByTeam } from './write-ins.ts'

export type ResultFormProps = {
  /** The published places, which a correction starts from. */
  former: Record<PlaceField, string>
  correcting: boolean
  scoring: Worth
  action: string
  preview: ReactNode
  busy: boolean
  problem: string | null
  onSubmit: (result: CompleteBody) => void
  onClose: () => void
}

type ResultDialogProps = SportDialogProps & {
  title: string
  description: string
  action: string
  correcting: boolean
  show: (result: CompleteBody) => Promise<Preview>
  send: (result: CompleteBody) => Promise<{ message: string }>
  fallback: string
  success: (answer: { message: string }) => string
}

export function ResultDialog({ round, correcting, action, onClose, ...dialog }: ResultDialogProps) {
  const single = round.pick_type === 'single'
  const details = useQuery(roundQuery(round.id))
  const leaderboard = useQuery(leaderboardQuery(round.season_id))
  const { data: inForce } = useQuery(rulesQuery(round.season_id))
  // The first press shows the effect of the result, the second one publishes it.
  const [shown, setShown] = useState<CompleteBody | null>(null)
  const [unread, setUnread] = useState(false)
  const [answer, setAnswer] = useState(`${round.tie_break?.answer ?? ''}`)
  const preview = usePreview([action, round.id, shown], () => dialog.show(shown ?? {}), {
    enabled: shown !== null,
  })
  const { run, busy, problem } = useCommand({
    send: (result: CompleteBody) => dialog.send({ ...result, ...asSeen(preview.data) }),
    fallback: dialog.fallback,
    success: dialog.success,
    onDone: onClose,
    onProblem: (error) => {
      if (isOutdated(error)) void preview.refetch()
    },
  })
  const form: Omit<ResultFormProps, 'former'> = {
    correcting,
    scoring: { rules: inForce?.rules, weight: round.weight ?? 1 },
    busy,
    problem,
    onClose,
    action: shown ? action : 'Show What Changes',
    preview: (
      <>
        {round.tie_break && (
          <TextInput
            label={round.tie_break.question}
            hint="Empty: there is no answer, and no guess is nearer."
            type="number"
            step="any"
            value={answer}
            error={unread ? 'Please enter a number' : undefined}
            onChange={({ target }) => {
              setUnread(target.validity.badInput)
              setAnswer(target.value)
            }}
          />
        )}
        {shown && <PreviewPanel query={preview} />}
      </>
    ),
    onSubmit: (places) => {
      if (unread) return
      const tieBreakAnswer = answer === '' ? null : Number(answer)
      const result = { ...places, ...(round.tie_break && { tieBreakAnswer }) }
      if (isSameResult(result, shown)) run(result)
      else setShown(result)
    },
  }
  return (
    <Dialog open onClose={onClose} busy={busy} title={dialog.title} description={dialog.description}>
      <Loaded query={details} fallback="Failed to load round details">
        {({ teams, ...detail }) =>
          single ? (
            <CompleteSingleForm
              teams={teams.map(({ team_name }) => team_name)}
              playersOf={leaderboard.data ? playersByTeam(leaderboard.data.leaderboard, round.id) : null}
              former={placesOf(detail)}
              {...form}
            />
          ) : (
            <Loaded query={leaderboard} fallback="Failed to load round data">
              {({ leaderboard: entries }) => (
                <CompleteMultipleForm
                  groups={groupWriteIns(entries, round)}
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

/** The reason may differ. */
const isSameResult = (result: CompleteBody, shown: CompleteBody | null) =>
  shown !== null && dequal({ ...result, reason: null }, { ...shown, reason: null })
