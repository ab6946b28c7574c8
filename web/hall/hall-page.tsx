import { useQuery } from '@tanstack/react-query'
import type { Hall } from '../../api/contract/hall.ts'
import { useHallTitle } from '../public-settings.ts'
import { query } from '../server/api.ts'
import { Page } from '../shell/page.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyCard } from '../ui/empty-state.tsx'
import { Hint, Row } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import { Loaded } from '../ui/waiting/loaded.tsx'
import { AllTime } from './all-time.tsx'
import styles from './hall.module.css'
import { PlayerLink } from './player-link.tsx'

type Plate = Hall['champions'][number]

/** The champions of all years, and what all seasons add up to. */
export function HallPage() {
  const hall = useQuery(query('GET /public/seasons/champions'))
  const usual = useHallTitle()
  const title = hall.data?.title ?? usual
  return (
    <Page title={title}>
      <div>
        <h1 translate="no">{title}</h1>
        {hall.data && <About hall={hall.data} />}
      </div>
      <Loaded query={hall} blocks={2}>
        {(loaded) => <Champions hall={loaded} />}
      </Loaded>
      <AllTime />
    </Page>
  )
}

function About({ hall: { established, currentCommissioner } }: { hall: Hall }) {
  return (
    <Hint>
      {established !== null && `Since ${established} · `}
      {currentCommissioner && (
        <>
          Commissioner: <strong translate="no">{currentCommissioner}</strong> ·{' '}
        </>
      )}
      <Link to="/">Standings</Link>
    </Hint>
  )
}

function Champions({ hall: { champions: plates, titles: holders } }: { hall: Hall }) {
  if (plates.length === 0) {
    return (
      <EmptyCard title="Nobody has won a season yet.">
        When the first season ends, its champion gets a plate here.
      </EmptyCard>
    )
  }
  return (
    <>
      <Card title="Titles">
        <Row as="ul" gap={2}>
          {holders.map(({ name, userId, titles }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two who have no page may have one name
            <li key={at} className={styles.holder}>
              <PlayerLink name={name} userId={userId} /> <strong>{titles}</strong>
            </li>
          ))}
        </Row>
      </Card>
      <ol className={styles.plates} aria-label="Champions">
        {plates.map((plate, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two plates of one year may have one name
          <PlateOf key={at} plate={plate} />
        ))}
      </ol>
    </>
  )
}

function PlateOf({
  plate: { year, names, userIds, seasonId, seasonName, points, shared },
}: {
  plate: Plate
}) {
  return (
    <li className={styles.plate}>
      <p className={styles.year}>{year}</p>
      <ul className={styles.names}>
        {names.map((name, at) => (
          <li key={userIds[at] ?? name}>
            <PlayerLink name={name} userId={userIds[at] ?? null} />
          </li>
        ))}
      </ul>
      {seasonId !== null && (
        <Hint as="div">
          <Link to={`/?season=${seasonId}`}>
            <Name of={seasonName ?? ''} />
          </Link>
          {' · '}
          <span translate="no">{`${points}\u00a0pts`}</span> {shared && <Badge>Shared</Badge>}
        </Hint>
      )}
    </li>
  )
}
