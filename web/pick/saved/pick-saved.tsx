import { useEffect, useId, useRef } from 'react'
import type { OwnPick } from '../../../api/contract/picks.ts'
import { teamTint } from '../../../domain/tints.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Hint, Row, Stack } from '../../ui/layout.tsx'
import { Name, Time } from '../../ui/name.tsx'
import { formatInZone } from '../moment.ts'
import { countingPicks, numberText } from '../pick-texts.ts'
import { openSports, otherMissingSports, useOwnStanding } from './own-standing.ts'
import { PickReceipt } from './pick-receipt.tsx'
import styles from './pick-saved.module.css'

type PickSavedProps = {
  pick: OwnPick
  title: string
  isNew: boolean
  onChange: () => void
}

export function PickSaved({ pick, title, isNew, onChange }: PickSavedProps) {
  const { round, receipt, versions = [], closed, seasonId } = pick
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  const values = countingPicks(pick)
  const several = values.length > 1
  const { savedBy } = versions.find(({ code }) => code === receipt?.code) ?? {}
  return (
    <section
      className={`${card.card} ${styles.saved}`}
      data-cancelled={Boolean(pick.cancelled)}
      aria-labelledby={id}
    >
      <Stack gap={3} align="center">
        {!pick.cancelled && (
          <svg className={styles.check} viewBox="0 0 32 32" aria-hidden="true">
            <path d="M8.5 16.8l5 5L24 11" />
          </svg>
        )}
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <ol
          className={styles.picks}
          translate="no"
          data-several={several}
          data-tint={several || values[0] === undefined ? undefined : teamTint(values[0])}
          data-named={Boolean(round.slotNames)}
        >
          {values.map((value) => (
            <li key={value}>{value}</li>
          ))}
        </ol>
        {round.tieBreak && round.tieBreak.guess !== null && (
          <p>
            <Name of={round.tieBreak.question} />{' '}
            <strong translate="no">{numberText(round.tieBreak.guess, round.tieBreak.unit)}</strong>
            {typeof round.tieBreak.answer === 'number' &&
              `. The answer is ${numberText(round.tieBreak.answer, round.tieBreak.unit)}.`}
          </p>
        )}
        {receipt && (
          <Hint>
            {savedBy === 'admin' ? 'Entered by an admin' : 'Saved'}{' '}
            <Time of={receipt.savedAt}>{formatInZone(receipt.savedAt, round.offsets, 'seconds')}</Time>
          </Hint>
        )}
        <PickReceipt of={pick} />
        {closed === null && <NextSport pick={pick} />}
        <Row justify="center">
          {closed === null && (
            <Button variant="secondary" onClick={onChange}>
              {several ? 'Change My Picks' : 'Change My Pick'}
            </Button>
          )}
          <ButtonLink to={`/?season=${seasonId}`} variant="quiet">
            See the standings
          </ButtonLink>
        </Row>
      </Stack>
    </section>
  )
}

/** After a pick: which sport waits for the next one. */
function NextSport({ pick }: { pick: OwnPick }) {
  const { data } = useOwnStanding(pick)
  if (!data) return null
  const [next] = otherMissingSports(data.cells, pick)
  if (next) {
    return (
      <p>
        <strong>
          Next: <Name of={next.sportName} />
        </strong>
        , locks <Time of={next.lockTime}>{formatInZone(next.lockTime, pick.round.offsets)}</Time>.
      </p>
    )
  }
  return openSports(data.cells).length > 1 ? <p>You have picked every open sport.</p> : null
}
