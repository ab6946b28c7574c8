import { useState } from 'react'
import type { OwnPick } from '../../../api/contract/picks.ts'
import { api } from '../../server/api.ts'
import { errorText } from '../../server/request.ts'
import { useSingleMutation } from '../../server/single-mutation.ts'
import { pickTexts } from '../../slot-names.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Name, Time } from '../../ui/name.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatInZone } from '../moment.ts'
import { answerOf, type Draft, initialPicks, numberText, type Pickable } from '../pick-texts.ts'
import { PickFields } from './pick-fields.tsx'

type AskLateProps = {
  pick: Pickable & Pick<OwnPick, 'askedLate'>
  token: string
  onAsked: () => Promise<unknown>
}

/** For a sport that has locked, without a pick. */
export function AskLate({ pick, token, onAsked }: AskLateProps) {
  const [isAsking, setAsking] = useState(false)
  const [draft, setDraft] = useState<Draft>({ picks: initialPicks(pick), guess: '' })
  const asking = useSingleMutation({
    mutationFn: () => api('POST /picks/{token}/ask-late', token, answerOf(draft, pick)),
    // It may have arrived, or somebody was faster.
    onError: onAsked,
    onSuccess: onAsked,
  })
  const { askedLate, round } = pick
  if (askedLate) return <Asked asked={askedLate} round={round} />
  return (
    <>
      <Notice
        title="Missed it?"
        action={
          !isAsking && (
            <Button variant="secondary" onClick={() => setAsking(true)}>
              Ask the Commissioner
            </Button>
          )
        }
      >
        You can ask for a pick once. Everybody can see what you ask for, and that it came after the lock. It
        counts only if the commissioner enters it.
      </Notice>
      {isAsking && (
        <PickFields
          pick={pick}
          draft={draft}
          hint="Choose one. You can ask only once."
          onEdit={(changed) => setDraft((old) => ({ ...old, ...changed }))}
          onSubmit={() => asking.mutate(undefined)}
        >
          {asking.error && (
            <Notice tone="danger">
              {errorText(asking.error, 'The commissioner was not asked. Try again')}
            </Notice>
          )}
          <Row>
            <Button type="submit" busy={asking.isPending}>
              Ask for This Pick
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </Row>
        </PickFields>
      )}
    </>
  )
}

type AskedProps = { asked: NonNullable<OwnPick['askedLate']>; round: OwnPick['round'] }

function Asked({ asked, round }: AskedProps) {
  const picks = pickTexts(asked, round.slotNames).join(', ')
  return (
    <Notice title="You asked the commissioner">
      You asked for <Name of={picks} />
      {asked.guess !== undefined &&
        `, with the guess ${numberText(asked.guess, round.tieBreak?.unit ?? null)}`}
      , <Time of={asked.askedAt}>{formatInZone(asked.askedAt, round.offsets)}</Time>. It counts once it is
      entered.
    </Notice>
  )
}
