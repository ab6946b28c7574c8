import { Button, Icon } from '../../ui/button.tsx'
import { Select } from '../../ui/form/inputs.tsx'
import styles from '../standings.module.css'
import { type BoardRound, isPlayed, lockText } from './sport-state.ts'

type SportPickerProps = {
  rounds: readonly BoardRound[]
  shown: BoardRound
  onShow: (roundId: number) => void
  onLookBack: (() => void) | undefined
}

/** On a phone, which has room for one sport. */
export function SportPicker({ rounds, shown, onShow, onLookBack }: SportPickerProps) {
  const at = rounds.findIndex(({ id }) => id === shown.id)
  const step = (label: string, sign: string, to: BoardRound | undefined) => (
    <Button variant="secondary" aria-label={label} disabled={!to} onClick={() => to && onShow(to.id)}>
      {sign}
    </Button>
  )
  return (
    <div className={styles.picker} data-phone="label-unseen" data-print={false}>
      {step('Previous sport', '‹', rounds[at - 1])}
      <Select
        label={`Sport ${at + 1} of ${rounds.length}`}
        value={shown.id}
        onChange={({ target }) => onShow(Number(target.value))}
        names={rounds.map((round) => [round.id, [round.sport_name, ...stateOf(round)].join(' · ')])}
      />
      {step('Next sport', '›', rounds[at + 1])}
      {onLookBack && (
        <Button variant="secondary" aria-label="Standings as they were" onClick={onLookBack}>
          <Icon path="M12 3a9 9 0 1 0 9 9M12 7v5l3 3M21 4v5h-5" />
        </Button>
      )}
    </div>
  )
}

/** A result needs no words: the table has it. */
function stateOf(round: BoardRound): string[] {
  if (!isPlayed(round)) return ['cancelled']
  if (round.status === 'completed') return []
  return [round.status === 'locked' ? 'locked' : lockText(round)]
}
