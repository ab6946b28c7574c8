import { useId, useState } from 'react'
import type { RoundList } from '../../../api/contract/rounds.ts'
import { formatInZone } from '../../pick/moment.ts'
import { RoundSeal } from '../../seal/round-seal.tsx'
import { resultLines } from '../../sport/result-lines.ts'
import card from '../../ui/card.module.css'
import { Hint, Stack } from '../../ui/layout.tsx'
import { Name, Time } from '../../ui/name.tsx'
import { PickedList } from './picked-list.tsx'
import { pickTypeText } from './sport-card.tsx'
import { SportMenu, type SportProps } from './sport-menu.tsx'
import styles from './sports.module.css'

/** One line with the champion. The rest shows on demand. */
export function CompletedSport({ round, ended, onAct }: SportProps) {
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  const { sport_name, lock_time, offsets } = round
  const [headline] = resultLines(round)
  return (
    <article className={`${card.card} ${styles.sport}`} aria-labelledby={id}>
      <header className={styles.line}>
        <h3 className={styles.name} id={id}>
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            <Name of={sport_name} />
          </button>
        </h3>
        <p>
          <strong className={styles.gold}>{headline?.short}</strong> <Name of={headline?.holder ?? ''} />
        </p>
        <span className={styles.menu}>
          <SportMenu round={round} ended={ended} onAct={onAct} />
        </span>
      </header>
      {unfolded && (
        <Stack>
          <Hint>
            Lock time <Time of={lock_time}>{formatInZone(lock_time, offsets)}</Time> · {pickTypeText(round)}
          </Hint>
          <SportResult round={round} />
          <PickedList round={round} />
          <RoundSeal roundId={round.id} />
        </Stack>
      )}
    </article>
  )
}

function SportResult({ round }: { round: RoundList[number] }) {
  return (
    <ol className={styles.result}>
      {resultLines(round).map(({ short, holder }, index) => (
        <li key={short} data-champion={index === 0}>
          <strong className={index === 0 ? styles.gold : undefined}>{short}</strong> <Name of={holder} />
        </li>
      ))}
    </ol>
  )
}
