import styles from './movement.module.css'

/** How far somebody moved between two places: up, down or not at all. */
export function Movement({ from, to }: { from: number; to: number }) {
  const places = Math.abs(from - to)
  const direction = from > to ? 'up' : from < to ? 'down' : 'same'
  const sign = { up: '▲', down: '▼', same: '–' }[direction]
  const label =
    direction === 'same' ? 'same place' : `${direction} ${places} ${places === 1 ? 'place' : 'places'}`
  return (
    <span className={styles.movement} data-direction={direction} role="img" aria-label={label} title={label}>
      {sign}
      {places > 0 && places}
    </span>
  )
}
