import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Season, Winner } from '../../api/contract/seasons.ts'
import { query } from '../server/api.ts'
import { Hint } from '../ui/layout.tsx'
import { Name } from '../ui/name.tsx'
import { Podium } from './podium.tsx'
import styles from './season.module.css'

/** The season has ended even when the winners could not be loaded. */
export function SeasonEnded({ season, winners }: { season: Season; winners: Winner[] | undefined }) {
  const { data: record } = useQuery(query('GET /public/seasons/{id}/record', season.id))
  const scored = winners?.some((winner) => winner.total_points !== 0)
  return (
    <section className={styles.banner} aria-labelledby="season-ended">
      <h2 id="season-ended">Season Ended!</h2>
      {scored && (
        <Hint size="m">
          Here is how <Name of={season.name} /> finished.
        </Hint>
      )}
      <Hint size="m">
        <Link to={`/record?season=${season.id}`}>
          {record
            ? `${record.count} ${record.count === 1 ? 'entry' : 'entries'} in the record`
            : 'The record'}
        </Link>
      </Hint>
      {winners && scored && <Podium winners={winners} />}
      {scored === false && (
        <Hint size="m">
          Nobody scored any points in <Name of={season.name} />, so nobody is on the podium.
        </Hint>
      )}
    </section>
  )
}
