import type { SeasonStatistics } from '../../api/contract/season-story.ts'
import { counted } from '../../domain/names.ts'
import { sportAddress } from '../sport/sport-address.ts'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import styles from './statistics.module.css'

export type Row = SeasonStatistics['rows'][number]

export const figures: { name: string; of: (row: Row) => string | number }[] = [
  { name: 'Winners picked', of: ({ championsCalled, sports }) => `${championsCalled} of ${sports}` },
  { name: 'Average place', of: ({ averagePlace }) => averagePlace?.toFixed(1) ?? '–' },
  { name: 'Longest run', of: ({ longestRun }) => longestRun },
  { name: 'Missing picks', of: ({ missing }) => missing },
]

export const boldnessText = ({ boldness }: Row) =>
  boldness === null ? '–' : `${Math.round(boldness * 100)}%`

export const Boldness = ({ of }: { of: Row }) => (
  <span className={styles.boldness}>
    {boldnessText(of)}
    {of.boldness !== null && (
      <svg aria-hidden="true">
        <rect width={`${of.boldness * 100}%`} height="100%" />
      </svg>
    )}
  </span>
)

/** Of the winners that somebody picked: the one with the fewest others. */
export const BestCall = ({ of: { bestCall }, seasonId }: { of: Row; seasonId: number }) =>
  bestCall === null ? (
    '–'
  ) : (
    <>
      <Link data-name to={sportAddress(seasonId, bestCall.roundId)}>
        <Name of={bestCall.value} />
      </Link>{' '}
      <small>{bestCall.companions === 0 ? 'alone' : `with ${counted(bestCall.companions, 'other')}`}</small>
    </>
  )
