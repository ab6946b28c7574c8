import { memo } from 'react'
import { marks as words } from '../../marks.ts'
import { Badge } from '../../ui/badge.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { Hint } from '../../ui/layout.tsx'
import { Name } from '../../ui/name.tsx'
import { Cell, RowHead } from '../../ui/table/table.tsx'
import { HistoryLink } from '../parts/history-link.tsx'
import { PlayerEmail } from '../players/player-facts.tsx'
import styles from './picks.module.css'
import type { PlayerPick } from './player-picks.ts'

type PickRowProps = {
  player: PlayerPick
  roundId: number
  /** Missing when no pick can be entered. */
  onEnter: ((player: PlayerPick) => void) | undefined
}

export const PickRow = memo(function PickRow({ player, roundId, onEnter }: PickRowProps) {
  const { id, name, active, hasPicked, picks, marks, asked } = player
  const verb = hasPicked ? 'Edit Pick' : 'Enter Pick'
  return (
    <tr className={styles.row}>
      <RowHead>
        <div className={styles.name}>{name}</div>
        <Hint as="div">
          <PlayerEmail player={player} />
        </Hint>
      </RowHead>
      <Cell>
        <div className={styles.pick}>
          {hasPicked && picks.length === 0 ? 'Picked' : <PickValues player={player} />}
          {marks.map((mark) => (
            <Badge key={mark} tone="warning">
              {words[mark].text}
            </Badge>
          ))}
          {!hasPicked && asked && <Asked request={asked} />}
        </div>
      </Cell>
      <Cell actions>
        {onEnter && active && !hasPicked && asked && (
          <SmallButton
            aria-label={`Enter the Late Pick: ${name}`}
            onClick={() =>
              onEnter({
                ...player,
                items: asked.pickItems,
                filled: { guess: `${asked.guess ?? ''}`, reason: asked.sentence },
              })
            }
          >
            Enter Late Pick
          </SmallButton>
        )}
        {onEnter && active && (
          <span className={styles.enter}>
            <SmallButton variant="quiet" aria-label={`${verb}: ${name}`} onClick={() => onEnter(player)}>
              {verb}
            </SmallButton>
          </span>
        )}
        {onEnter && !active && <Hint as="span">Deactivated</Hint>}
        <span className={styles.history}>
          <HistoryLink of={{ round: roundId, player: id }} name={name} />
        </span>
      </Cell>
    </tr>
  )
})

function Asked({ request: { sentence, pickItems, guess } }: { request: NonNullable<PlayerPick['asked']> }) {
  return (
    <Hint as="span">
      {sentence}: <Name of={pickItems.map(({ pickValue }) => pickValue).join(', ')} />
      {guess !== undefined && ` (guess: ${guess})`}
    </Hint>
  )
}

function PickValues({ player: { picks, items } }: { player: PlayerPick }) {
  if (picks.length === 0)
    return (
      <Hint as="span" size="m">
        No pick
      </Hint>
    )
  return (
    // Names tell them apart without numbers.
    <ol
      className={styles.values}
      translate="no"
      data-several={picks.length > 1 && picks[0] === items[0]?.pickValue}
    >
      {picks.map((pick) => (
        <li key={pick}>{pick}</li>
      ))}
    </ol>
  )
}
