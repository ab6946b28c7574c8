import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import type { LatePicks } from '../../../api/contract/picks.ts'
import type { RoundList } from '../../../api/contract/rounds.ts'
import type { Participant, SeasonList } from '../../../api/contract/seasons.ts'
import { compareTexts } from '../../../domain/names.ts'
import { useKept } from '../../draft.ts'
import { formatInZone } from '../../pick/moment.ts'
import { query } from '../../server/api.ts'
import { ButtonLink, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Hint, Row, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/name.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { ItemList } from '../lists/item-list.tsx'
import { nameAndAddress } from '../lists/people.ts'
import { RoundBadge } from '../sports/round-badge.tsx'
import { actsAs, isPlayed } from '../sports/sport-order.ts'
import { EnterPickDialog } from './enter-pick-dialog.tsx'
import { LookDialog } from './look-dialog.tsx'
import { PickRow } from './pick-row.tsx'
import { type PlayerPick, playerPicks } from './player-picks.ts'

type RoundPicksProps = { season: SeasonList[number]; round: RoundList[number] }

const fallback = 'Failed to load round data'

export function RoundPicks({ season, round }: RoundPicksProps) {
  const late = useQuery({
    ...query('GET /admin/rounds/{id}/late-picks', round.id),
    enabled: round.status === 'locked',
    refetchInterval: 30_000,
  })
  const [participants, leaderboard] = useQueries({
    queries: [
      query('GET /admin/season-participants/{seasonId}', season.id),
      { ...query('GET /admin/leaderboard/season/{id}', season.id), refetchInterval: 30_000 },
    ],
  })
  return (
    <Loaded query={participants} fallback={fallback}>
      {(listed) => (
        <Loaded query={leaderboard} fallback={fallback}>
          {({ leaderboard: entries }) => (
            <PicksTable
              {...{ season, round, participants: listed, entries }}
              late={round.status === 'locked' ? late.data : undefined}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type PicksTableProps = RoundPicksProps & {
  participants: Participant[]
  entries: LeaderboardEntry[]
  late: LatePicks | undefined
}

function PicksTable({ season, round, participants, entries, late }: PicksTableProps) {
  const [entering, setEntering] = useKept<PlayerPick | null>(`entering a pick ${round.id}`, null)
  const [looking, setLooking] = useKept(`looking at picks ${round.id}`, false)
  const closed = whyClosed(season, round)
  const isSealed = season.picks_sealed === 1 && round.status === 'active'
  const players = useMemo(
    () => playerPicks(participants, entries, round, late),
    [participants, entries, round, late],
  )
  const picked = players.filter(({ hasPicked }) => hasPicked)
  return (
    <>
      <Card flush>
        {players.length === 0 ? (
          <EmptyState
            title="No participants yet."
            action={<ButtonLink to={`/admin/seasons/${season.id}`}>Go to Participants</ButtonLink>}
          >
            Add the players of this season, then enter their picks here.
          </EmptyState>
        ) : (
          <PickList players={players} roundId={round.id} onEnter={closed ? undefined : setEntering}>
            <RoundHead round={round} />
            {closed && (
              <Hint>
                {closed.text} {closed.action}
              </Hint>
            )}
            {isSealed && (
              <Row gap={2}>
                <Hint>
                  Picks are hidden from admins: you see who has picked, but not what, until the sport locks.
                </Hint>
                {picked.length > 0 && (
                  <SmallButton onClick={() => setLooking(true)}>Look at Picks…</SmallButton>
                )}
              </Row>
            )}
          </PickList>
        )}
      </Card>
      {entering && (
        <EnterPickDialog
          round={round}
          player={entering}
          isSealed={isSealed}
          onClose={() => setEntering(null)}
        />
      )}
      {looking && <LookDialog round={round} players={picked} onClose={() => setLooking(false)} />}
    </>
  )
}

function whyClosed(
  { id, ended_at, is_active }: RoundPicksProps['season'],
  { status, cancelled_at }: RoundPicksProps['round'],
) {
  const toSeasons = <Link to="/admin/seasons">Go to Seasons</Link>
  const toSports = <Link to={`/admin/rounds?season=${id}`}>Go to Sports</Link>
  if (ended_at) return { text: 'This season has ended. Reopen it to change picks.', action: toSeasons }
  if (!is_active) return { text: 'This season is not active. Activate it to enter picks.', action: toSeasons }
  if (cancelled_at)
    return { text: 'This sport is cancelled. Reinstate it to change picks.', action: toSports }
  if (status === 'draft') return { text: 'Activate the sport before you enter picks.', action: toSports }
  if (status === 'completed') {
    return { text: 'This sport is completed. Unlock it to correct a pick.', action: toSports }
  }
  return null
}

function RoundHead({ round }: { round: RoundList[number] }) {
  const { lock_time, offsets, pickedCount, totalParticipants } = round
  const status = actsAs(round)
  const over = status === 'locked' || status === 'completed' || !isPlayed(round)
  return (
    <Row gap={3}>
      <RoundBadge round={round} />
      <span>
        {over ? 'Lock time' : 'Locks'} <Time of={lock_time}>{formatInZone(lock_time, offsets)}</Time>
      </span>
      <span>
        <strong>{pickedCount}</strong> of {totalParticipants} picked
      </span>
    </Row>
  )
}

const hasPicked = (player: PlayerPick) => player.hasPicked

const options = {
  wordsOf: nameAndAddress,
  filters: {
    'All players': () => true,
    'Not picked': (player: PlayerPick) => !hasPicked(player),
    Picked: hasPicked,
  },
  orders: {
    Name: () => 0,
    Pick: (left: PlayerPick, right: PlayerPick) =>
      Number(hasPicked(right)) - Number(hasPicked(left)) ||
      compareTexts(left.picks.join(' '), right.picks.join(' ')),
  },
}

type PickListProps = {
  players: readonly PlayerPick[]
  roundId: number
  onEnter: ((player: PlayerPick) => void) | undefined
  children: ReactNode
}

function PickList({ players, roundId, onEnter, children }: PickListProps) {
  const [params] = useSearchParams()
  return (
    <ItemList
      {...options}
      shown={params.get('show') ?? undefined}
      head={<Stack gap={2}>{children}</Stack>}
      {...{ items: players, noun: 'players', label: 'Picks', columns: ['Player', 'Pick', 'Actions'] }}
      row={(player) => <PickRow key={player.id} player={player} roundId={roundId} onEnter={onEnter} />}
    />
  )
}
