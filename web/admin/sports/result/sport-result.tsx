import type { RoundList } from '../../../../api/contract/rounds.ts'
import { Name } from '../../../ui/name.tsx'
import styles from '../sports.module.css'
import { places } from './places.ts'

export function SportResult({ round }: { round: RoundList[number] }) {
  const named = places.flatMap(({ column, short }) => {
    const holder = round[column]
    return holder ? [{ short, holder }] : []
  })
  return (
    <ol className={styles.result}>
      {named.map(({ short, holder }, index) => (
        <li key={short} data-champion={index === 0}>
          <strong className={index === 0 ? styles.gold : undefined}>{short}</strong> <Name of={holder} />
        </li>
      ))}
    </ol>
  )
}
