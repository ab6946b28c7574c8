import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Leaderboard } from '../../api/contract/leaderboards.ts'
import type { Season } from '../../api/contract/seasons.ts'
import { worthText } from '../../domain/seasons/rule-sentences.ts'
import { type BoardRound, inPublic, isOpen, isPlayed } from '../home/board/sport-state.ts'
import { useLocking } from '../locking.ts'
import { formatMoment } from '../pick/moment.ts'
import { query } from '../server/api.ts'
import { useLive } from '../server/live.ts'
import { leaderboardQuery, useSeasonShown } from '../server/public-queries.ts'
import { ClientError } from '../server/request.ts'
import { MessageScreen } from '../shell/message-screen.tsx'
import { Page } from '../shell/page.tsx'
import { ButtonLink, SmallLink } from '../ui/button.tsx'
import { Hint, Row } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name, Time } from '../ui/name.tsx'
import { Notice } from '../ui/notice.tsx'
import { Loaded } from '../ui/waiting/loaded.tsx'
import { AfterLock } from './after-lock.tsx'
import { BeforeLock } from './before-lock.tsx'

/** All there is about one sport: its lock, what everybody picked, and what came of it. */
export function SportPage() {
  useLive()
  const { seasonId, roundId } = useParams()
  const board = useQuery(leaderboardQuery(Number(seasonId)))
  const { season } = useSeasonShown(`${seasonId}`)
  const { data, error } = board
  useLocking(data?.rounds, board.refetch)
  const sport = data && inPublic(data.rounds).find(({ id }) => id === Number(roundId))
  const isUnknown = error instanceof ClientError && [400, 404].includes(error.status)
  if (isUnknown || (data && !sport)) return <Unknown />
  return (
    <Page title={sport?.sport_name} width="narrow">
      <Loaded query={board} title="This sport could not be loaded" blocks={2}>
        {(loaded) =>
          sport && <Sport board={loaded} sport={sport} season={season} seasonId={Number(seasonId)} />
        }
      </Loaded>
    </Page>
  )
}

const Unknown = () => (
  <MessageScreen title="Sport not found" actions={<ButtonLink to="/">See the standings</ButtonLink>}>
    There is no such sport in this season.
  </MessageScreen>
)

type SportProps = { board: Leaderboard; sport: BoardRound; season: Season | undefined; seasonId: number }

function Sport({ board, sport, season, seasonId }: SportProps) {
  const { data: rules } = useQuery(query('GET /public/seasons/{id}/rules', seasonId))
  const open = isOpen(sport)
  const cancelled = !isPlayed(sport)
  return (
    <>
      <div>
        <Hint>
          <Link to={`/?season=${seasonId}`}>
            {season?.id === seasonId ? <Name of={season.name} /> : 'Standings'}
          </Link>
        </Hint>
        <h1 translate="no">{sport.sport_name}</h1>
        <Hint size="m">{rules ? worthText(rules.rules, sport.weight ?? 1) : '\u00a0'}</Hint>
        {(!open || cancelled) && (
          <Hint>
            {open ? 'Lock time' : 'Locked since'}{' '}
            <Time of={sport.lock_time}>{formatMoment(sport.lock_time)}</Time>
          </Hint>
        )}
      </div>
      {cancelled && (
        <Notice title="This sport was cancelled.">
          It gives no points.{open && ' Picks stay hidden, because it was cancelled before its lock.'}
        </Notice>
      )}
      {open ? (
        !cancelled && <BeforeLock board={board} sport={sport} season={season} />
      ) : (
        <AfterLock board={board} sport={sport} seasonId={seasonId} />
      )}
      <Row gap={2} data-print={false}>
        <SmallLink to={`/?season=${seasonId}&sport=${sport.id}`}>See the standings</SmallLink>
        <SmallLink to={`/record?season=${seasonId}`} variant="quiet">
          Changes
        </SmallLink>
      </Row>
    </>
  )
}
