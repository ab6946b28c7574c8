import { Link } from 'react-router'
import type { Season } from '../../api/contract/seasons.ts'
import { Select } from '../ui/form/inputs.tsx'
import { Hint, Row } from '../ui/layout.tsx'
import styles from './season.module.css'

type SeasonHeadProps = { season: Season; seasons: Season[]; onSelect: (id: number) => void }

export function SeasonHead({ season, seasons, onSelect }: SeasonHeadProps) {
  const only = seasons.length === 1
  return (
    <Row gap={4} align="end" grows>
      <div>
        <p className={styles.years}>{years(season)}</p>
        <h1 translate="no">{season.name}</h1>
        <Hint size="m">
          {season.commissioner && (
            <>
              Commissioner: <strong translate="no">{season.commissioner}</strong> ·{' '}
            </>
          )}
          <Link to={`/rules?season=${season.id}`}>Rules</Link> ·{' '}
          <Link to={`/record?season=${season.id}`}>Record</Link> ·{' '}
          <Link to={`/calendar?season=${season.id}`}>Calendar</Link>
        </Hint>
      </div>
      <div className={styles.select} data-print={false}>
        <Select
          label={only ? 'Current Season' : 'Select Season'}
          value={season.id}
          disabled={only}
          onChange={(event) => onSelect(Number(event.target.value))}
          names={seasons.map(({ id, name }) => [id, name])}
        />
      </div>
    </Row>
  )
}

function years({ year_start, year_end, ended_at }: Season) {
  const span = year_start === year_end ? `${year_start}` : `${year_start}–${year_end}`
  return `${span} · ${ended_at ? 'Final standings' : 'Standings'}`
}
