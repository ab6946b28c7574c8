import { PLACES } from '../../domain/seasons/points.ts'
import type { SeasonRules } from '../../domain/seasons/rules.ts'

// Who can still win, from every result of every sport, sharing no code with the domain: no best case, no bound.

/** A place from 1 to 6, `.` for a pick that was owed and not made, `-` for one that was not owed. */
export type NaiveCell = 1 | 2 | 3 | 4 | 5 | 6 | '.' | '-'

export type NaiveSport = { weight: number; asks: boolean } & (
  | { status: 'completed'; cells: readonly NaiveCell[]; answer: number | null }
  /** Whether each owes a pick, as far as is known. */
  | { status: 'open'; owed: readonly boolean[] }
  | { status: 'locked'; writeIn: boolean; picks: readonly (string | null)[]; owed: readonly boolean[] }
)

export type NaiveSeason = {
  rules: SeasonRules
  players: number
  sports: readonly NaiveSport[]
  /** In the sport that asks. */
  guesses: readonly (number | null)[]
}

export type NaiveRow = { bestTotal: number; bestRank: number; clinched: boolean }

/** What comes to one player in one sport, and the guess where the sport asks. */
type Own = { cell: NaiveCell; guess: number | null }

const PLACE_NUMBERS = [1, 2, 3, 4, 5, 6] as const
/** On, between and beside every guess; null where nobody is to be nearer. */
const ANSWERS = [null, 0, 1, 1.5, 2, 2.5, 3]

export function naiveRace(season: NaiveSeason): NaiveRow[] {
  const rows = indexes(season.players).map(
    (): NaiveRow => ({
      bestTotal: Number.NEGATIVE_INFINITY,
      bestRank: Number.POSITIVE_INFINITY,
      clinched: true,
    }),
  )
  let isScored = false
  const looked = new Set<string>()
  for (const answer of answersOf(season)) {
    for (const locked of combinations(season.sports.map((sport) => lockedOutcomes(season, sport)))) {
      // In an open sport anything can come to anybody, whatever comes to the others.
      const reach = indexes(season.players).map((player) =>
        seasonsOf(
          season,
          player,
          locked.map((outcome) => outcome?.[player] ?? null),
          answer,
        ),
      )
      const key = reach.map(({ id }) => id).join()
      if (looked.has(key)) continue
      looked.add(key)
      isScored ||= reach.some(({ ends }) => ends.some(({ total }) => total !== 0))
      for (const [player, row] of rows.entries()) {
        look(
          row,
          player,
          reach.map(({ ends }) => ends),
        )
      }
    }
  }
  return rows.map((row) => ({ ...row, clinched: row.clinched && isScored }))
}

type End = { total: number; chain: readonly number[] }

function look(row: NaiveRow, player: number, reach: readonly (readonly End[])[]) {
  const rivals = reach.filter((_, index) => index !== player)
  const canAllBeUnscored = reach.every((ends) => ends.some(({ total }) => total === 0))
  for (const own of reach[player] ?? []) {
    row.bestTotal = Math.max(row.bestTotal, own.total)
    const rank = 1 + rivals.filter((ends) => ends.every((end) => isAhead(end, own))).length
    row.bestRank = Math.min(row.bestRank, own.total === 0 && canAllBeUnscored ? 1 : rank)
    row.clinched &&= !rivals.some((ends, index) => {
      const others = rivals.filter((_, other) => other !== index)
      const isScoredByOthers = others.some((all) => all.some(({ total }) => total !== 0))
      return ends.some((end) => isAhead(end, own) && (end.total !== 0 || own.total !== 0 || isScoredByOthers))
    })
  }
}

function isAhead(one: End, other: End): boolean {
  if (one.total !== other.total) return one.total > other.total
  const differs = one.chain.findIndex((value, index) => value !== other.chain[index])
  return differs !== -1 && (one.chain[differs] ?? 0) > (other.chain[differs] ?? 0)
}

/** All ends of one player's season; two that hold the same have the same id. */
type Reach = { id: number; content: string; ends: readonly End[] }

const kept = new WeakMap<NaiveSeason, Map<string, Reach>>()

function seasonsOf(
  season: NaiveSeason,
  player: number,
  locked: readonly (NaiveCell | null)[],
  answer: number | null,
): Reach {
  const memo = kept.get(season) ?? new Map<string, Reach>()
  kept.set(season, memo)
  const key = `${player} ${locked} ${answer}`
  const found = memo.get(key)
  if (found) return found
  const options = season.sports.map((sport, index) =>
    ownOptions(season, sport, player, locked[index] ?? null),
  )
  const ends = new Map<string, End>()
  for (const owns of combinations(options)) {
    const end = endOf(season, owns, answer)
    ends.set(`${end.total} ${end.chain}`, end)
  }
  const content = [...ends.keys()].sort().join()
  const alike = [...memo.values()].find((other) => other.content === content)
  const reach = { id: alike?.id ?? memo.size, content, ends: [...ends.values()] }
  memo.set(key, reach)
  return reach
}

function ownOptions(
  { guesses }: NaiveSeason,
  sport: NaiveSport,
  player: number,
  locked: NaiveCell | null,
): Own[] {
  const guess = guesses[player] ?? null
  if (sport.status === 'completed') return [{ cell: sport.cells[player] ?? '-', guess }]
  if (sport.status === 'locked') return [{ cell: locked ?? '-', guess }]
  const cells: NaiveCell[] = [...PLACE_NUMBERS, '.', ...(sport.owed[player] ? [] : ['-' as const])]
  const made = sport.asks ? [null, 1, 2] : [null]
  return cells.flatMap((cell) => made.map((own) => ({ cell, guess: own })))
}

function endOf({ rules, sports }: NaiveSeason, owns: readonly Own[], answer: number | null): End {
  const points = owns.map(({ cell }, index) => pointsFor(rules, cell) * (sports[index]?.weight ?? 1))
  const dropped = Math.max(0, Math.min(rules.dropWorst, sports.length - 1))
  const counting = points.toSorted((one, other) => one - other).slice(dropped)
  const total = counting.reduce((sum, one) => sum + one, 0)
  const chain = rules.tieBreak.flatMap((by): number[] => {
    if (by === 'fewest_missed') return [-owns.filter(({ cell }) => cell === '.').length]
    if (by === 'countback')
      return PLACE_NUMBERS.map((place) => owns.filter(({ cell }) => cell === place).length)
    const asked = owns[sports.findIndex(({ asks }) => asks)]
    if (by !== 'guess' || asked === undefined || answer === null) return []
    const hasPick = asked.cell !== '.' && asked.cell !== '-'
    return [hasPick && asked.guess !== null ? -Math.abs(asked.guess - answer) : Number.NEGATIVE_INFINITY]
  })
  return { total, chain }
}

const pointsFor = ({ points, noPick }: SeasonRules, cell: NaiveCell): number => {
  if (cell === '.') return noPick
  return cell === '-' ? 0 : points[PLACES[cell - 1] ?? 'sixthPlus']
}

function answersOf({ sports, rules }: NaiveSeason): readonly (number | null)[] {
  const asking = sports.find(({ asks }) => asks)
  if (asking === undefined || !rules.tieBreak.includes('guess')) return [null]
  return asking.status === 'completed' ? [asking.answer] : ANSWERS
}

/** By player. Each team has one place, and a place but the last has one team; write-ins are placed one by one. */
function lockedOutcomes({ players }: NaiveSeason, sport: NaiveSport): (readonly NaiveCell[] | null)[] {
  if (sport.status !== 'locked') return [null]
  const teams = [...new Set(sport.picks.filter((pick) => pick !== null))]
  const placings = combinations(teams.map(() => PLACE_NUMBERS)).filter(
    (places) =>
      sport.writeIn || places.every((place, index) => place === 6 || places.indexOf(place) === index),
  )
  return placings.map((places) =>
    indexes(players).map((player): NaiveCell => {
      const pick = sport.picks[player] ?? null
      if (pick === null) return sport.owed[player] ? '.' : '-'
      return places[teams.indexOf(pick)] ?? 6
    }),
  )
}

const combinations = <One>(options: readonly (readonly One[])[]): (readonly One[])[] =>
  options.reduce<(readonly One[])[]>(
    (before, ones) => before.flatMap((chosen) => ones.map((one) => [...chosen, one])),
    [[]],
  )

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)
