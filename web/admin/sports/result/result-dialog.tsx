import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompleteBody } from '../../../../api/contract/rounds.ts'
import { useKept } from '../../../draft.ts'
import { api, query } from '../../../server/api.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { decimalIn, decimalProblem } from '../../../ui/form/decimal.ts'
import { TextInput } from '../../../ui/form/inputs.tsx'
import { Name } from '../../../ui/name.tsx'
import { Asked, Loaded } from '../../../ui/waiting/loaded.tsx'
import { useCommand } from '../../command/command.ts'
import { asSeen, isOutdated, isSeen, usePreview } from '../../preview/preview.ts'
import { PreviewPanel } from '../../preview/preview-panel.tsx'
import type { SportDialogProps } from '../sport-menu.tsx'
import { teamNames } from '../team-names.ts'
import { CompleteMultipleForm } from './complete-multiple-form.tsx'
import { CompleteSingleForm } from './complete-single-form.tsx'
import { formerOf, resultSentence } from './places.ts'
import type { ResultSteps } from './result-form.tsx'
import { groupWriteIns, playersByTeam, slotsOf } from './write-ins.ts'

type Round = SportDialogProps['round']

const steps = {
  complete: ({ id, sport_name, pick_type, slot_names, completed_before }: Round) => ({
    title: `Complete ${sport_name}`,
    text:
      pick_type === 'single'
        ? 'Enter how the teams finished. Everyone who picked one of them gets the points for its place.'
        : slot_names
          ? 'Tick every right answer, then set the places that follow.'
          : 'Enter the result, then give each player the place their picks earned.',
    action: 'Complete & Score',
    isCorrection: completed_before === true,
    show: (result: CompleteBody) => api('POST /admin/previews/rounds/{id}/complete', id, result),
    send: (result: CompleteBody) => api('POST /admin/rounds/{id}/complete', id, result),
    fallback: 'Failed to complete round',
    success: () => `${sport_name} is completed, and the standings are up to date`,
  }),
  correct: ({ id, sport_name }: Round) => ({
    title: `Correct the Result of ${sport_name}`,
    text: 'This is the published result. Change what is wrong; points and ranks are updated at once.',
    action: 'Correct Result',
    isCorrection: true,
    show: (result: CompleteBody) => api('POST /admin/previews/rounds/{id}/correct', id, result),
    send: ({ reason = '', ...result }: CompleteBody) =>
      api('POST /admin/rounds/{id}/correct', id, { ...result, reason }),
    fallback: 'Failed to correct the result',
    success: ({ message }: { message: string }) => `${sport_name}: ${message}`,
  }),
}

const notYet = 'Nothing is published yet. Go back to change something.'

type ResultDialogProps = SportDialogProps & { step: keyof typeof steps }

export function ResultDialog({ round, step, onClose }: ResultDialogProps) {
  const { action, ...dialog } = steps[step](round)
  const single = round.pick_type === 'single'
  const leaderboard = useQuery(query('GET /admin/leaderboard/season/{id}', round.season_id))
  const { data: inForce } = useQuery(query('GET /admin/seasons/{id}/rules', round.season_id))
  const [shown, setShown] = useState<CompleteBody | null>(null)
  const [answer, setAnswer] = useKept(`answer ${round.id}`, `${round.tie_break?.answer ?? ''}`)
  const preview = usePreview([action, round.id, shown], shown !== null && (() => dialog.show(shown)))
  const { run, busy, problem } = useCommand({
    send: (result: CompleteBody) => dialog.send({ ...result, ...asSeen(preview.data) }),
    fallback: dialog.fallback,
    success: dialog.success,
    onDone: onClose,
    onProblem: (error) => {
      if (isOutdated(error)) void preview.refetch()
    },
  })
  const resultSteps: ResultSteps = {
    ...{ name: `${round.id}`, action },
    correcting: dialog.isCorrection,
    disabled: shown !== null && !isSeen(preview),
    sending: { busy, problem: shown && problem },
    question: round.tie_break && (
      <TextInput
        label={round.tie_break.question}
        hint="Leave empty if there is no answer; no guess wins then."
        inputMode="decimal"
        autoComplete="off"
        value={answer}
        error={decimalProblem(answer)}
        onChange={({ target }) => setAnswer(target.value)}
      />
    ),
    effect: shown && (
      <>
        <strong>
          <Name of={resultSentence(shown, round)} />
        </strong>
        <PreviewPanel query={preview} isStep />
      </>
    ),
    onBack: () => setShown(null),
    onPublish: () => shown && run(shown),
  }
  const form = {
    steps: resultSteps,
    scoring: { rules: inForce?.rules, weight: round.weight ?? 1 },
    onSubmit: (result: CompleteBody) => {
      if (decimalProblem(answer)) return
      setShown({ ...result, ...(round.tie_break && { tieBreakAnswer: decimalIn(answer) }) })
    },
  }
  return (
    <Dialog onClose={onClose} busy={busy} title={dialog.title} description={shown ? notYet : dialog.text}>
      <Asked of={query('GET /admin/rounds/{id}', round.id)} fallback="Failed to load round details">
        {({ teams, ...detail }) =>
          single ? (
            <CompleteSingleForm
              teams={teamNames(teams)}
              playersOf={leaderboard.data ? playersByTeam(leaderboard.data.leaderboard, round.id) : null}
              former={formerOf(detail)}
              {...form}
            />
          ) : (
            <Loaded query={leaderboard} fallback="Failed to load round data">
              {({ leaderboard: entries }) => (
                <CompleteMultipleForm
                  groups={groupWriteIns(entries, round)}
                  slots={slotsOf(entries, { ...round, ...detail })}
                  former={formerOf(detail)}
                  {...form}
                />
              )}
            </Loaded>
          )
        }
      </Asked>
    </Dialog>
  )
}
