import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { caughtUp } from '../../commands/caught-up.ts'
import { saveOwnPick } from '../../commands/picks/save-pick.ts'
import { changeRound } from '../../commands/rounds/edit-round.ts'
import type { CommandServices } from '../../commands/services.ts'
import { undo } from '../../commands/undo/undo.ts'
import { presentRound, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { type SeasonEvent, season } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { load } from '../../platform/event-store/transact.ts'
import type { HistoryRow } from '../../projections/read-models/history.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

// A pick and what an admin does each decide on what they have read, and get into the log in either order.

const [SEASON, ROUND, ANN] = [1, 1, 1]
const NOW = '2027-01-10T12:00:00.000Z'

let parts: SchedulerParts

beforeEach(async () => {
  parts = await schedulerParts({ clock: settableClock(NOW) })
  await aLeague()
    .withPlayers('Ann')
    .withSeason()
    .withRound({ lockTime: '2027-01-20T18:00:00.000Z' })
    .in(parts)
})
afterEach(() => parts.close())

/** All that these commands ask for. */
const services = (store: EventStore = parts.store) =>
  ({ ...parts, store, notShown: new Set() }) as unknown as CommandServices
const context = () => ({
  ...({ id: randomUUID(), actor: { kind: 'admin', id: 1 }, reason: null } as const),
  ...{ receivedAt: NOW, causationId: null, expected: null },
})
/** Whose first append to a stream comes after somebody else has done something. */
function losing(stream: 'pick' | 'season', meanwhile: () => Promise<unknown>): CommandServices {
  let isFirst = true
  return services({
    ...parts.store,
    append: async (to, ...asked) => {
      const isNow = isFirst && to.startsWith(`${stream}-`)
      if (isNow) {
        isFirst = false
        await meanwhile()
      }
      return parts.store.append(to, ...asked)
    },
  })
}

const link = { seasonId: SEASON, roundId: ROUND, playerId: ANN, generation: 0 }
const undoLast = async (with_: CommandServices, type: RoundEvent['type']) => {
  await caughtUp(parts)
  const rows = await parts.read
    .selectFrom('history')
    .selectAll()
    .where('type', '=', type)
    .orderBy('position')
    .execute()
  return undo(with_, context(), { isMain: true }, { row: rows.at(-1) as HistoryRow, scope: 'event' })
}
const cancel = () =>
  parts.run(round, [ROUND], (): RoundEvent[] => [
    { type: 'RoundCancelled', data: { roundId: ROUND, cancelledAt: NOW } },
  ])
const takeOut = () =>
  parts.run(season, [SEASON], (): SeasonEvent[] => [{ type: 'ParticipantRemoved', data: { playerId: ANN } }])

test.each([
  ['the sport is cancelled', cancel, 'This sport was cancelled'],
  ['the player is taken out', takeOut, 'You are not a participant of this season'],
])('%s before a pick is in the log: it is not answered as saved', async (_, meanwhile, sentence) => {
  const late = losing('pick', meanwhile)
  await expect(saveOwnPick(late, context(), link, { picks: ['Reds'] })).rejects.toThrow(sentence)
})

test('a team that was added is picked while that is undone: it stays, and the undo is refused', async () => {
  await changeRound(services(), context(), {
    ...{ roundId: ROUND, seasonId: undefined, mayChangeTeams: true },
    detailsFor: (state) => ({ ...presentRound(state), teams: [...presentRound(state).teams, 'Golds'] }),
  })
  const picked = () => saveOwnPick(services(), context(), link, { picks: ['Golds'] })
  const undone = undoLast(losing('season', picked), 'RoundTeamsChanged')
  await expect(undone).rejects.toThrow('These teams have been picked and must stay: Golds')
  const now = presentRound(roundIn(await load(parts.store, seasonStream, SEASON), ROUND))
  expect(now.teams).toContain('Golds')
})
