import type { Instant } from '../../domain/event.ts'
import { wantsMail } from '../../domain/mail-topics.ts'
import { comparable } from '../../domain/names.ts'
import { linkGeneration, pageGeneration } from '../../domain/picks/pick-links.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { byLock, isOpenAt, type PresentRound, takesPlace } from '../../domain/rounds/round.ts'
import type { PresentSeason } from '../../domain/seasons/season.ts'
import { roundsIn, type WholeSeason } from '../../domain/seasons/season-stream.ts'
import type { SeasonNow } from '../../projections/boards/boards.ts'
import { playedSeasons } from '../../projections/now/seasons.ts'
import { picksMade } from '../../projections/read-models/picks.ts'
import { presentReceipt, presentResult, presentSport } from '../presenters/picks.ts'
import type { Services } from '../server/services.ts'
import { type Explanation, explainStanding } from './explanations.ts'
import { linkedPeople, readPeopleLink } from './linked-people.ts'
import { whyClosed } from './own-pick.ts'

type Uses = Pick<Services, 'store' | 'read' | 'boards' | 'links'>

/** Those of the link who are still at the address that it was mailed to, and the others. Throws Refusal. */
export async function householdOf({ store, links }: Pick<Uses, 'store' | 'links'>, token: string) {
  const linked = readPeopleLink(links.me, token)
  const people = await linkedPeople(store, linked, pageGeneration)
  const [first] = people
  if (first?.playerId !== linked[0]?.playerId) throw new Refusal('link-replaced')
  const isHere = ({ email }: PresentPlayer) => comparable(email ?? '') === comparable(first?.email ?? '')
  return { here: people.filter(isHere), elsewhere: people.filter((one) => !isHere(one)) }
}

/** However many sports there are, the tables are asked a few times, and the board of each season once. */
export async function myPage(services: Uses, token: string, now: Instant) {
  const { here, elsewhere } = await householdOf(services, token)
  const all = await playedSeasons(services.read)
  const seasons = all.filter(({ season }) => here.some(({ playerId }) => season.participants.has(playerId)))
  const boards = await Promise.all(seasons.map(({ season }) => services.boards.seasonNow(season.seasonId)))
  const cells = seasons.flatMap((season, index) => cellsOf(season, boards[index] ?? null, here))
  const madeIn = await picksMade(
    services.read,
    cells.map(({ roundId: round_id, playerId: player_id }) => ({ round_id, player_id })),
  )
  const present = (cell: Cell) => presentCell(services, cell, madeIn(cell.roundId, cell.playerId), now)
  return {
    people: here.map(presentPerson),
    elsewhere: elsewhere.map(presentMoved),
    open: cells
      .filter((cell) => whyClosed(cell, now) === null)
      .toSorted(byLockOf)
      .map((cell) => ({ ...present(cell), teams: [...cell.round.teams] })),
    locked: cells
      .filter(({ round }) => !isOpenAt(round, now))
      .toSorted((one, other) => byLockOf(other, one))
      .map((cell) => ({
        ...present(cell),
        result: cell.explained && presentResult(cell.explained, cell.roundId),
      })),
    seasons: seasons.map(({ season }, index) => presentRanks(season, boards[index] ?? null, here)),
    serverTime: now,
  }
}

type Cell = ReturnType<typeof cellsOf>[number]

function cellsOf(document: WholeSeason, board: SeasonNow | null, here: readonly PresentPlayer[]) {
  const { season } = document
  const shown = roundsIn(document).filter((round) => takesPlace(round) && round.status !== 'draft')
  return here
    .filter(({ playerId }) => season.participants.has(playerId))
    .flatMap((player) => {
      const explained: Explanation | null = board && explainStanding(board, player.playerId)
      const { playerId } = player
      return shown.map((round) => ({ season, round, player, playerId, roundId: round.roundId, explained }))
    })
}

const byLockOf = ({ round: one }: { round: PresentRound }, { round: other }: { round: PresentRound }) =>
  byLock(one, other)

function presentCell({ links }: Pick<Uses, 'links'>, cell: Cell, state: Made, now: Instant) {
  const { playerId } = cell
  const { seasonId, roundId, emailMessage } = cell.round
  const generation = linkGeneration(cell)
  const made = { state, codeAt: (index: number) => receiptIn(state[index]) }
  const { round, currentPick } = presentSport(cell, cell.round, made, now)
  const receipt = presentReceipt(made, cell.round)
  return {
    userId: playerId,
    token: links.pick.tokenFor({ seasonId, roundId, playerId, generation }),
    round: { ...round, emailMessage },
    currentPick,
    ...(receipt && { receipt }),
  }
}

type Made = ReturnType<Awaited<ReturnType<typeof picksMade>>>

const receiptIn = (made: Made[number] | undefined) => (made && 'receipt' in made ? made.receipt : '')

const presentPerson = (player: PresentPlayer) => ({
  id: player.playerId,
  name: player.name,
  reminders: wantsMail(player, 'reminders'),
  messages: wantsMail(player, 'messages'),
  receipts: wantsMail(player, 'receipts'),
})

const presentMoved = ({ name, email }: PresentPlayer) => ({
  name,
  sentence: `${name} has ${email === null ? 'no address' : 'an address of their own'} now`,
})

function presentRanks(season: PresentSeason, board: SeasonNow | null, here: readonly PresentPlayer[]) {
  const table = board?.season.table ?? []
  return {
    seasonId: season.seasonId,
    name: season.name,
    playerCount: table.length,
    ranks: here.flatMap(({ playerId }) => {
      const own = table.find((entry) => entry.playerId === playerId)
      return own ? [{ userId: playerId, rank: own.rank, totalPoints: own.totalPoints }] : []
    }),
  }
}
