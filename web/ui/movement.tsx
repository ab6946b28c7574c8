import styles from './badge.module.css'

type MovementProps = {
  from: number
  to: number
  byCorrection?: boolean
}

export function Movement({ from, to, byCorrection = false }: MovementProps) {
  const places = Math.abs(from - to)
  const direction = from > to ? 'up' : from < to ? 'down' : 'same'
  const { sign, tone } = signs[direction]
  const corrected = byCorrection && direction !== 'same'
  const way =
    direction === 'same' ? 'same place' : `${direction} ${places} ${places === 1 ? 'place' : 'places'}`
  const label = corrected ? `${way} by correction` : way
  return (
    <span className={styles.movement} data-tone={tone} role="img" aria-label={label} title={label}>
      {sign}
      {places > 0 && places}
    </span>
  )
}

const signs = {
  up: { sign: '▲', tone: 'success' },
  down: { sign: '▼', tone: 'danger' },
  same: { sign: '–', tone: 'neutral' },
}
