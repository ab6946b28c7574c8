import { boardJson } from '../../api/presenters/leaderboards.ts'
import { raceOf } from '../../domain/season-story/race.ts'
import { DEFAULT_POINTS } from '../../domain/seasons/points.ts'
import type { SeasonRules } from '../../domain/seasons/rules.ts'
import { standings } from '../../domain/seasons/standings.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { loadSeason, type SeasonView } from '../../projections/boards/season-facts.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import type { Row } from './report.ts'
import { install, open } from './stages.ts'
import { percentile } from './timed.ts'

const SIZE = { players: 200, rounds: 40 }
const BOARDS = 60

const OWN: SeasonRules = {
  points: DEFAULT_POINTS,
  ...{ noPick: -1, dropWorst: 5 },
  tieBreak: ['round_wins', 'countback', 'fewest_missed', 'guess'],
}

/** The public board counted and written as JSON, of a season that drops and breaks ties, against the same season without. */
export async function benchRules(): Promise<Row[]> {
  const installation = await install('embedded', SIZE)
  const database = await open('embedded', installation.env)
  const store = createPostgresEventStore(database, { onError: console.error })
  await rebuild(database, store)
  const read = readSchema(database.kysely, READ_SCHEMA)
  const season = await loadSeason(read, 1)
  if (!season) throw new Error('There is no season')
  const boardMs = (rules: SeasonRules) => {
    const startedMs = performance.now()
    const facts = { ...season.facts, rules }
    boardJson({ ...season, facts, table: standings(facts) }, 'public')
    return performance.now() - startedMs
  }
  const times: { own: number; plain: number }[] = []
  for (let board = 0; board < BOARDS; board += 1) {
    times.push({ plain: boardMs(season.facts.rules), own: boardMs(OWN) })
  }
  const races = Array.from({ length: BOARDS }, () => raceMs(withoutLast(season, 6)))
  await store.close()
  await database.close()
  await installation.remove()
  const measured = times.slice(10)
  return [
    {
      section: 'rules',
      what: 'board of 200 x 40 counted, with drop and chain',
      figure: percentile(
        measured.map(({ own }) => own),
        50,
      ),
      bare: percentile(
        measured.map(({ plain }) => plain),
        50,
      ),
      unit: 'ms',
      target: { is: 'at most', value: 1.2, of: 'ratio' },
    },
    {
      ...{ section: 'rules', what: 'race of 200 x 40, with 3 sports locked and 3 open', unit: 'ms' },
      figure: percentile(races.slice(10), 50),
      target: { is: 'at most', value: 50, of: 'figure' },
    },
  ]
}

function raceMs(season: SeasonView) {
  const startedMs = performance.now()
  raceOf(season)
  return performance.now() - startedMs
}

/** Half of them locked, and half of them open. */
function withoutLast(season: SeasonView, count: number): SeasonView {
  const left = season.rounds.slice(-count)
  const isLeft = (id: number) => left.some(({ roundId }) => roundId === id)
  return {
    ...season,
    rounds: season.rounds.map((round) => {
      const at = left.indexOf(round)
      return at === -1 ? round : { ...round, status: at < count / 2 ? 'locked' : 'active' }
    }),
    facts: {
      ...season.facts,
      rounds: season.facts.rounds.map((round) =>
        isLeft(round.roundId) ? { ...round, scored: null } : round,
      ),
    },
  }
}
