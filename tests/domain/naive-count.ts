import type { DomainEvent } from '../../domain/domain-event.ts'
import { appendedAt, type Log } from './log-in-memory.ts'

// Standings counted from the bare events, sharing no code with the domain: slow, plain, and written differently.

/** Total and rank by player id for everybody who is in the season, and still there. */
export function naiveTable(
  log: Log,
  seasonId: number,
  isThere: (playerId: number) => boolean = () => true,
): Map<number, { total: number; rank: number }> {
  const ofSeason = log.get(`season-${seasonId}`) ?? []
  const rules = naiveRules(log, ofSeason)
  const sports = naiveSports(ofSeason)
  const lines = [...naiveParticipants(ofSeason)].filter(isThere).map((playerId) => {
    const cells = sports.map((sport) => naiveCell(log, ofSeason, playerId, sport, rules))
    return { playerId, cells, total: naiveTotal(cells, rules.dropWorst) }
  })
  const somebodyHasPoints = lines.some(({ total }) => total !== 0)
  const isAhead = (one: Line, other: Line) =>
    one.total > other.total ||
    (somebodyHasPoints && one.total === other.total && naivelyAhead(rules.tieBreak, lines, one, other))
  return new Map(
    lines.map((line) => {
      const rank = 1 + lines.filter((other) => isAhead(other, line)).length
      return [line.playerId, { total: line.total, rank }]
    }),
  )
}

type Sport = ReturnType<typeof naiveSport> & { roundId: number }
/** `place` is null without a pick. */
type Cell = {
  roundId: number
  closesAt: number
  place: string | null
  points: number
  owed: boolean
  /** How many thousandths off the answer, however they guessed; null where there is no answer. */
  off: bigint | null
}
const NO_GUESS_IS_OFF = 10n ** 30n
type Line = { playerId: number; cells: Cell[]; total: number }

function naiveSports(ofSeason: readonly DomainEvent[]): Sport[] {
  const ids = new Set(ofSeason.flatMap((event) => ('roundId' in event.data ? event.data.roundId : [])))
  const about = (id: number) => ofSeason.filter(({ data }) => 'roundId' in data && data.roundId === id)
  return [...ids]
    .map((roundId) => ({ roundId, ...naiveSport(about(roundId)) }))
    .filter(({ gone, off, outcome }) => !gone && !off && outcome !== null)
}

function naiveCell(
  log: Log,
  ofSeason: readonly DomainEvent[],
  playerId: number,
  { roundId, isInTime, closesAt, outcome, weight, solution, renamed }: Sport,
  { worth, noPick }: ReturnType<typeof naiveRules>,
): Cell {
  const said = naivePick(log.get(`pick-${roundId}-${playerId}`) ?? [], isInTime)
  const chosen = said === null ? null : naivelyCalled(renamed, said)
  const owed = naivelyOwed(ofSeason, log.get(`player-${playerId}`) ?? [], playerId, closesAt)
  const place = chosen === null ? null : (outcome?.(playerId, chosen) ?? null)
  const single = place === null ? (owed ? noPick : 0) : (worth.get(place) ?? Number.NaN)
  const guess = chosen === null ? null : naiveGuess(log.get(`pick-${roundId}-${playerId}`) ?? [], isInTime)
  const off = solution === null ? null : guess === null ? NO_GUESS_IS_OFF : naivelyApart(guess, solution)
  return { roundId, closesAt, place, points: weight * single, owed, off }
}

/** By what had happened when the sport closed. */
function naivelyOwed(
  ofSeason: readonly DomainEvent[],
  ofPlayer: readonly DomainEvent[],
  playerId: number,
  closesAt: number,
): boolean {
  const inTime = (event: DomainEvent) => Date.parse(appendedAt(event) || '2000-01-01') <= closesAt
  let member = false
  for (const event of ofSeason.filter(inTime)) {
    if (!('playerId' in event.data) || event.data.playerId !== playerId) continue
    if (event.type === 'ParticipantAdded') member = true
    if (event.type === 'ParticipantRemoved') member = false
  }
  let active = true
  for (const { type } of ofPlayer.filter(inTime)) {
    if (type === 'PlayerDeactivated' || type === 'PlayerRemoved') active = false
    if (type === 'PlayerReactivated') active = true
  }
  return member && active
}

function naivelyApart(one: number, other: number): bigint {
  const [high, low] = [one, other]
    .map((value) => BigInt(value.toFixed(3).replace('.', '')))
    .sort((a, b) => (a < b ? 1 : -1))
  return (high ?? 0n) - (low ?? 0n)
}

/** Takes the lowest away one by one, while one is left. */
function naiveTotal(cells: readonly Cell[], dropWorst: number): number {
  const left = [...cells]
  for (let times = 0; times < dropWorst && left.length > 1; times += 1) {
    const lowest = Math.min(...left.map(({ points }) => points))
    left.splice(
      left.findIndex(({ points }) => points === lowest),
      1,
    )
  }
  return left.reduce((sum, { points }) => sum + points, 0)
}

function naivelyAhead(chain: readonly string[], lines: readonly Line[], one: Line, other: Line): boolean {
  for (const tieBreak of chain) {
    const [mine, theirs] = [naiveNumbers(tieBreak, lines, one), naiveNumbers(tieBreak, lines, other)]
    const at = mine.findIndex((number, index) => number !== theirs[index])
    if (at !== -1) return (mine[at] ?? 0) > (theirs[at] ?? 0)
  }
  return false
}

function naiveNumbers(tieBreak: string, lines: readonly Line[], { cells }: Line): number[] {
  if (tieBreak === 'guess') {
    const answered = cells.find(({ off }) => off !== null)
    return answered ? [-Number(answered.off)] : []
  }
  if (tieBreak === 'fewest_missed') {
    return [-cells.filter(({ place, owed }) => owed && place === null).length]
  }
  if (tieBreak === 'countback') {
    const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixthPlus']
    return names.map((name) => cells.filter(({ place }) => place === name).length)
  }
  const won = cells.filter(({ place, points }, sport) => {
    const all = lines.map((line) => line.cells[sport]?.points ?? 0)
    return place !== null && points > 0 && all.every((others) => others <= points)
  })
  return [won.length]
}

function naiveParticipants(ofSeason: readonly DomainEvent[]): Set<number> {
  const members = new Set<number>()
  for (const event of ofSeason) {
    if (event.type === 'ParticipantAdded') members.add(event.data.playerId)
    if (event.type === 'ParticipantRemoved') members.delete(event.data.playerId)
    if (event.type === 'SeasonPurged') members.clear()
  }
  return members
}

function naiveRules(log: Log, ofSeason: readonly DomainEvent[]) {
  const league = {
    points: { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 },
    ...{ noPick: 0, dropWorst: 0, tieBreak: [] as readonly string[] },
  }
  for (const event of log.get('settings') ?? []) {
    if (event.type === 'PointsChanged') league.points = event.data.points
    if (event.type === 'NoPickPointsChanged') league.noPick = event.data.points
  }
  let rules = league
  for (const event of ofSeason) {
    if (event.type === 'SeasonRulesSet') rules = event.data.rules
    if (event.type === 'SeasonRulesFollowed') rules = league
  }
  const over = ofSeason.findLastIndex(({ type }) => type === 'SeasonEnded' || type === 'SeasonReopened')
  const [closing, kept] = [ofSeason[over], ofSeason[over + 1]]
  if (closing?.type === 'SeasonEnded') {
    rules = { points: closing.data.points, noPick: 0, dropWorst: 0, tieBreak: [] }
    if (kept?.type === 'SeasonRulesKept') rules = kept.data.rules
  }
  const { points, ...others } = rules
  return { worth: new Map(Object.entries(points)), ...others }
}

/** What a sport's events say of it in the end. `outcome` tells a player's place, and is null while nobody has won. */
function naiveSport(events: readonly DomainEvent[]) {
  let gone = false
  let off = false
  let pickType = 'single'
  let locksAt = Number.POSITIVE_INFINITY
  let lockedAt: number | null = null
  let lockPosition: string | undefined
  let weight = 1
  let outcome: ((playerId: number, chosen: string) => string) | null = null
  let solution: number | null = null
  let opened = false
  const renamed: Renaming[] = []
  for (const event of events) {
    if ('pickType' in event.data) pickType = event.data.pickType
    if (event.type === 'RoundActivated') opened = true
    if (event.type === 'RoundTeamRenamed' && opened) renamed.push(event.data)
    if (event.type === 'RoundWeightSet') weight = event.data.weight
    if ('locksAt' in event.data) locksAt = Date.parse(event.data.locksAt)
    if (event.type === 'RoundLocked') {
      lockPosition ??= positionOf(event)
      if (event.data.lockedAt) lockedAt = Date.parse(event.data.lockedAt)
    }
    if (event.type === 'RoundDeleted' || event.type === 'RoundPurged') gone = true
    if (event.type === 'RoundCancelled') off = true
    if (event.type === 'RoundReinstated') off = false
    if (event.type === 'RoundRestored') gone = false
    if (event.type === 'TieBreakAnswered') solution = event.data.value
    if (event.type === 'TieBreakQuestionDropped') solution = null
    if (event.type === 'RoundUnlocked') outcome = null
    if (event.type === 'RoundCompleted') {
      const placed = Object.entries(event.data.places)
      const placeOfTeam = new Map(placed.map(([place, team]) => [naivelyCalled(renamed, team), place]))
      const placeOfPlayer = new Map(event.data.placements.map((entry) => [entry.playerId, entry.placement]))
      outcome = (playerId, chosen) => {
        const place = pickType === 'single' ? placeOfTeam.get(chosen) : placeOfPlayer.get(playerId)
        return place === undefined || place === 'none' ? 'sixthPlus' : place
      }
    }
  }
  // By hand it closes earlier, and a pick that was in the log by then was in time all the same.
  const isInTime = (event: DomainEvent, submittedAt: string) =>
    Date.parse(submittedAt) < locksAt && (positionOf(event) ?? '') <= (lockPosition ?? '~')
  return { gone, off, outcome, isInTime, closesAt: lockedAt ?? locksAt, weight, solution, renamed }
}

/** Where nobody says it, all came in time. */
const positionOf = (event: DomainEvent & { position?: string }) => event.position

type InTime = (event: DomainEvent, submittedAt: string) => boolean

type Renaming = { from: string; to: string }

/** In the end: what was said by an earlier name is taken by that. */
function naivelyCalled(renamed: readonly Renaming[], team: string): string {
  let name = team
  for (const { from, to } of renamed) if (from === name) name = to
  return name
}

/** The last guess that came in time, or that an admin entered. */
function naiveGuess(ofPlayer: readonly DomainEvent[], isInTime: InTime): number | null {
  let guess: number | null = null
  for (const event of ofPlayer) {
    if (event.type === 'TieBreakGuessEntered') guess = event.data.value
    if (event.type === 'TieBreakGuessed' && isInTime(event, event.data.submittedAt)) guess = event.data.value
  }
  return guess
}

/** The first text of the last pick that came in time, or that an admin entered. */
function naivePick(ofPlayer: readonly DomainEvent[], isInTime: InTime): string | null {
  let chosen: string | null = null
  for (const event of ofPlayer) {
    const counts =
      event.type === 'PickEntered' ||
      (event.type === 'PickSubmitted' && isInTime(event, event.data.submittedAt))
    if (counts) chosen = event.data.picks[0] ?? null
    if (event.type === 'PickEntryWithdrawn') chosen = null
  }
  return chosen
}
