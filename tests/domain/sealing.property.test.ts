import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deleteRound, purgeRound } from '../../domain/rounds/round-decisions.ts'
import { isSealedFromAdmins, sealPicks, unsealPicks } from '../../domain/seasons/sealing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { depth } from '../deep/depth.ts'
import { everybodyJoins, histories, play } from './histories.ts'
import {
  roundIds,
  roundInLog,
  seasonIdOf,
  seasonIds,
  seasonOfRound,
  stateIn,
  streamOfRound,
} from './log-in-memory.ts'
import { type Command, to } from './random-commands.ts'

const RUNS = depth({ gate: 250, deep: 2_000 })

const inSeason = (attempt: (id: number) => Command['attempt']): Command[] =>
  seasonIds.map((id) => ({ waitMs: 0, attempt: attempt(id) }))
const ofRound = (attempt: (id: number) => Command['attempt']): Command[] =>
  roundIds.map((id) => ({ waitMs: 0, attempt: attempt(id) }))
const seal = inSeason(
  (id) => (log) => to(seasonStream.stream(id), sealPicks(stateIn(log, seasonStream, id).season)),
)
const unseal = inSeason(
  (id) => (log, now) =>
    to(seasonStream.stream(id), unsealPicks(stateIn(log, seasonStream, id), { reason: 'No need', now })),
)
const remove = ofRound(
  (id) => (log, now) =>
    to(streamOfRound(log, id), deleteRound(roundInLog(log, id), seasonOfRound(log, id), now)),
)
const purge = ofRound((id) => (log) => to(streamOfRound(log, id), purgeRound(roundInLog(log, id))))

/** Sealed from the start, with much that could open the seal put in between. */
const sealedHistories = fc
  .tuple(
    histories,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...remove, ...purge, ...purge, ...unseal)), {
      minLength: 20,
      maxLength: 40,
    }),
  )
  .map(([commands, planted]) => {
    const first = everybodyJoins.length
    return planted.reduce(
      (all, [at, command]) => all.toSpliced(first + 20 + (at % (all.length - first)), 0, command),
      commands.toSpliced(first, 0, ...seal),
    )
  })

test('a pick that was made under a seal stays sealed until the lock time has come, whatever admins do', () => {
  const seen = { sealed: 0, purged: 0, unsealed: 0 }
  fc.assert(
    fc.property(sealedHistories, (commands) => {
      const picked = new Map<number, { seasonId: number; until: string }>()
      for (const { before, after, appends, now } of play(commands).steps) {
        for (const { type, data } of appends.flatMap(({ events }) => events)) {
          if (type === 'PicksUnsealedForAdmins') seen.unsealed += 1
          if (type === 'RoundPurged' && now < (picked.get(data.roundId)?.until ?? '')) seen.purged += 1
          if (type !== 'PickSubmitted') continue
          const seasonId = seasonIdOf(before, data.roundId) ?? 0
          const { season } = stateIn(before, seasonStream, seasonId)
          if (!('picksSealed' in season) || !season.picksSealed) continue
          seen.sealed += 1
          picked.set(data.roundId, { seasonId, until: '' })
        }
        for (const [roundId, { seasonId, until }] of picked) {
          const state = stateIn(after, seasonStream, seasonId)
          const round = roundIn(state, roundId)
          const locksAt = 'locksAt' in round ? round.locksAt : until
          picked.set(roundId, { seasonId, until: locksAt })
          if (now < locksAt) expect(isSealedFromAdmins(state.season, round)).toBe(true)
        }
      }
    }),
    { numRuns: RUNS },
  )
  expect(Object.entries(seen).filter(([, count]) => count < 10)).toEqual([])
})
