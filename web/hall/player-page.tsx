import { useQuery } from '@tanstack/react-query'

import { Suspense } from 'react'
import { useParams } from 'react-router'

import type { PlayerPage as Player } from '../../api/contract/hall.ts'
import { formatCount } from '../browser/formats.ts'
import { useDocumentTitle, useHallTitle } from '../public-settings.ts'
import { query } from '../server/api.ts'
import { ClientError } from '../server/request.ts'
import { lazyPart } from '../shell/lazy-screen.tsx'
import { MessageScreen } from '../shell/message-screen.tsx'
import { Page } from '../shell/page.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Hint, Lines, Row, Tiles } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import { Loaded } from '../ui/waiting/loaded.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
import styles from './hall.module.css'
import { RankLine } from './rank-line.tsx'

const PlayerStatistics = lazyPart('PlayerStatistics', () => import('../statistics/player-statistics.tsx'))

/** A player through all seasons. */
export function PlayerPage() {
  const { id = '' } = useParams()
  const player = useQuery(query('GET /public/players/{id}', id as unknown as number))
  const { data, error } = player
  if (!data && error instanceof ClientError && [400, 404].includes(error.status)) return <Unknown />
  return (
    <Page title={data?.name} width="narrow">
      <Loaded query={player} title="This player could not be loaded" blocks={2}>
        {(loaded) => <Seasons player={loaded} />}
      </Loaded>
    </Page>
  )
}

function Unknown() {
  const hall = useHallTitle()
  useDocumentTitle('Player not found')
  return (
    <MessageScreen
      title="Player not found"
      actions={
        <>
          <ButtonLink to="/">See the standings</ButtonLink>
          <ButtonLink to="/champions" variant="secondary">
            {hall}
          </ButtonLink>
        </>
      }
    >
      Nobody with this number has played a season here.
    </MessageScreen>
  )
}

function Seasons({ player }: { player: Player }) {
  const { id, name, titles, podiums, earlierTitles, seasons } = player
  const hall = useHallTitle()
  const called = seasons.reduce((sum, { championsCalled }) => sum + championsCalled, 0)
  const ranked = seasons.filter(isRanked)
  return (
    <>
      <div>
        <Row as="h1" gap={3} wraps={false}>
          <Avatar id={id} name={name} />
          <Name of={name} />
        </Row>
        <Hint>
          <Link to="/champions">{hall}</Link> · <Link to="/">Standings</Link>
        </Hint>
      </div>
      <Tiles
        of={[
          ['Titles', titles],
          ['Podiums', podiums],
          ['Seasons', seasons.length],
          ['Winners picked', formatCount(called)],
        ]}
      />
      {ranked.length > 1 && (
        <Card title="Rank over time">
          <RankLine seasons={ranked.toReversed()} />
        </Card>
      )}
      <Card title="Seasons" flush>
        <Lines as="ol" flush>
          {seasons.map((season) => (
            <SeasonOf key={season.seasonId} season={season} />
          ))}
          {earlierTitles.map((year) => (
            <li key={year}>
              <strong>{year} champion</strong> <Hint as="span">before this site</Hint>
            </li>
          ))}
        </Lines>
      </Card>
      {seasons.length > 0 && (
        <Suspense fallback={<Skeleton shape="block" />}>
          <PlayerStatistics player={player} />
        </Suspense>
      )}
    </>
  )
}

type Season = Player['seasons'][number]

/** While nobody has a point everybody is first. */
const isRanked = ({ rank, totalPoints }: Season) => rank > 1 || totalPoints !== 0

function SeasonOf({ season }: { season: Season }) {
  const { seasonId, name, yearStart, yearEnd, rank, players, totalPoints, championsCalled, ended } = season
  return (
    <li className={styles.season}>
      <Row justify="space-between" align="start" wraps={false}>
        <div>
          <Link to={`/?season=${seasonId}`}>
            <strong translate="no">{name}</strong>
          </Link>
          <Hint>
            {yearStart === yearEnd ? yearEnd : `${yearStart}–${yearEnd}`} ·{' '}
            {championsCalled === 1 ? '1 winner picked' : `${formatCount(championsCalled)} winners picked`}
          </Hint>
        </div>
        <div className={styles.standing}>
          {isRanked(season) && (
            <span>
              <strong className={styles.rank} data-rank={rank}>
                #{rank}
              </strong>{' '}
              of {players}
            </span>
          )}{' '}
          <Hint as="span">{formatCount(totalPoints)} pts</Hint>{' '}
          {!ended && <Badge tone="success">Not ended</Badge>}
        </div>
      </Row>
    </li>
  )
}
