import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDescriptor } from '../../domain/event-table.ts'
import { deedsIn } from '../../domain/record/deeds.ts'
import { presentRound, type RoundEvent } from '../../domain/rounds/round.ts'
import { editRound } from '../../domain/rounds/round-editing.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { depth } from '../deep/depth.ts'
import { EVENT_TYPES } from '../support/event-types.ts'
import { histories, play } from './histories.ts'
import {
  pickedTeams,
  roundIds,
  roundInLog,
  seasonIds,
  seasonOfRound,
  streamOfRound,
} from './log-in-memory.ts'
import { hasEarlier, naiveDeeds, type Planted, plantedIn } from './naive-record.ts'
import { type Command, to } from './random-commands.ts'

/** So many that the rare deeds come about in some: in a season that is over, of a sport that is gone for ever. */
const RUNS = depth({ gate: 200, deep: 4_000 })

/** Nobody copies links, looks or replaces them in random histories: that is acted out over HTTP. */
const NOT_PLAYED = ['links_replaced', 'picks_looked_at', 'link_copied']

/** Alone: together with anything else a locked sport takes no other list. */
const changesTeams = (roundId: number): Command => ({
  waitMs: 0,
  attempt: (log, now) => {
    const current = presentRound(roundInLog(log, roundId))
    const teams = [...current.teams, 'Latecomers']
    const at = { now, pickedTeams: pickedTeams(log, roundId) }
    return to(
      streamOfRound(log, roundId),
      editRound(current, seasonOfRound(log, roundId), { ...current, teams }, at),
    )
  },
})

const planting = fc
  .tuple(histories, fc.nat())
  .map(([commands, at]) => commands.toSpliced(at % (commands.length + 1), 0, ...roundIds.map(changesTeams)))

test('the record of a season lists exactly the deeds that were planted in it', () => {
  fc.assert(
    fc.property(planting, (commands) => {
      const planted = plantedIn(play(commands).steps)
      for (const seasonId of seasonIds) {
        expect(recordOf(planted, seasonId)).toEqual(naiveDeeds(planted, seasonId))
      }
    }),
    { numRuns: RUNS },
  )
})

test('and each kind of deed is among them', () => {
  const played = fc.sample(planting, { numRuns: 900, seed: 2027 }).map((one) => plantedIn(play(one).steps))
  const found = new Set(
    played.flatMap((planted) =>
      seasonIds.flatMap((id) => recordOf(planted, id).map((one) => one.split(' ')[1])),
    ),
  )
  const kinds = new Set(EVENT_TYPES.flatMap((type) => findDescriptor(type)?.record?.as ?? []))
  expect([...kinds].filter((kind) => !found.has(kind))).toEqual(NOT_PLAYED)
})

function recordOf(planted: readonly Planted[], seasonId: number): string[] {
  let now = seasonStream.initial
  const happenings = planted.flatMap((one, index) => {
    const { at, stream, event } = one
    const isOwn = stream === `season-${seasonId}`
    if (stream.startsWith('season-') && !isOwn) return []
    const playerId = stream.startsWith('player-') ? Number(stream.slice('player-'.length)) : null
    const before = now
    // Its own stream holds nothing else.
    if (isOwn) now = seasonStream.evolve(now, event as SeasonEvent | RoundEvent)
    return [[{ index, at, event, playerId, replaces: hasEarlier(planted, one) }, before] as const]
  })
  return deedsIn(happenings).map(({ of, type }) => `${of.index} ${type}`)
}
