import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { caughtUp } from '../../commands/caught-up.ts'
import { enterPickFor, saveOwnPick } from '../../commands/picks/save-pick.ts'
import { changeRound } from '../../commands/rounds/edit-round.ts'
import { askQuestion, dropQuestion } from '../../commands/rounds/tie-break.ts'
import type { CommandServices } from '../../commands/services.ts'
import { undo } from '../../commands/undo/undo.ts'
import { pick } from '../../domain/picks/pick.ts'
import { type PresentRound, presentRound, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { type SeasonEvent, season } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { load } from '../../platform/event-store/transact.ts'
import type { HistoryRow } from '../../projections/read-models/history.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

// A pick and another wording each decide on what they have read, and get into the log in either order. The pick counts, is
// answered as saved, and goes on answering what its player has read.

const [SEASON, ROUND, ANN] = [1, 1, 1]
const NOW = '2027-01-10T12:00:00.000Z'
const NAMES = ['World champion', 'Relegated']
const GOALS = { question: 'How many goals?', unit: 'goals' }
const CARDS = { question: 'How many cards?', unit: 'cards' }

let parts: SchedulerParts

beforeEach(async () => {
  parts = await schedulerParts({ clock: settableClock(NOW) })
  await aLeague()
    .withPlayers('Ann')
    .withSeason()
    .withRound({ ...OSCARS, lockTime: '2027-01-20T18:00:00.000Z' })
    .in(parts)
  const kind = { pickType: 'multiple', picksMax: 2, slotNames: NAMES.toReversed() } as const
  await parts.run(round, [ROUND], (): RoundEvent[] => [
    { type: 'RoundPickTypeChanged', data: { roundId: ROUND, ...kind } },
    { type: 'TieBreakQuestionSet', data: { roundId: ROUND, ...CARDS } },
  ])
  await swapNames(services())
  await askQuestion(services(), context(), ROUND, GOALS)
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
const shown = { slotNames: NAMES, ...GOALS }
const answer = { picks: ['Spain', 'Malta'], guess: 40, ...shown }
const WAYS: Record<string, (with_: CommandServices) => Promise<unknown>> = {
  'a player picks': (with_) => saveOwnPick(with_, context(), link, answer),
  'an admin enters a pick': (with_) => enterPickFor(with_, context(), link, answer.picks, 40),
}
const swapNames = (with_: CommandServices) =>
  changeRound(with_, context(), {
    ...{ roundId: ROUND, seasonId: undefined, mayChangeTeams: false },
    detailsFor: (state) => ({
      ...presentRound(state),
      slotNames: ('slotNames' in state ? (state.slotNames ?? NAMES) : NAMES).toReversed(),
    }),
  })
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
const EDITS: Record<string, (with_: CommandServices) => Promise<unknown>> = {
  'names are exchanged': swapNames,
  'another question is asked': (with_) => askQuestion(with_, context(), ROUND, CARDS),
  'the question is taken away': (with_) => dropQuestion(with_, context(), ROUND),
  'an exchange of names is undone': (with_) => undoLast(with_, 'RoundPickTypeChanged'),
  'another question is undone': (with_) => undoLast(with_, 'TieBreakQuestionSet'),
}
const both = Object.keys(EDITS).flatMap((edit) => Object.keys(WAYS).map((way) => [edit, way] as const))

async function roundNow(): Promise<PresentRound> {
  return presentRound(roundIn(await load(parts.store, seasonStream, SEASON), ROUND))
}
const answered = () => load(parts.store, pick, ROUND, ANN)

describe.each(both)('%s while %s', (edit, way) => {
  const reword = (with_: CommandServices) => EDITS[edit]?.(with_)
  const pickNow = (with_: CommandServices) => WAYS[way]?.(with_)

  test('the pick is first in the log: the edit is refused, and what it changed comes back', async () => {
    const late = losing('season', async () => pickNow(services()))
    await expect(reword(late)).rejects.toThrow('Somebody has picked: ')
    expect(await roundNow()).toMatchObject({ slotNames: NAMES, tieBreak: GOALS })
    expect(await answered()).toHaveLength(2)
  })

  test('the edit is first: the pick is saved, and what it answers comes back', async () => {
    const late = losing('pick', async () => reword(services()))
    await pickNow(late)
    expect(await roundNow()).toMatchObject({ slotNames: NAMES, tieBreak: GOALS })
    expect(await answered()).toHaveLength(2)
  })
})

test('the answer to such a pick has the words that its player has read', async () => {
  const { round: told } = await saveOwnPick(
    losing('pick', async () => swapNames(services())),
    context(),
    link,
    answer,
  )
  expect(told).toMatchObject({ slotNames: NAMES, tieBreak: GOALS })
})

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
  await expect(saveOwnPick(late, context(), link, answer)).rejects.toThrow(sentence)
})

test('a team that was added is picked while that is undone: it stays, and the undo is refused', async () => {
  await parts.run(round, [ROUND], (): RoundEvent[] => [
    { type: 'RoundPickTypeChanged', data: { roundId: ROUND, pickType: 'single', picksMax: 1 } },
    { type: 'RoundTeamsChanged', data: { roundId: ROUND, teams: ['Reds'] } },
  ])
  await changeRound(services(), context(), {
    ...{ roundId: ROUND, seasonId: undefined, mayChangeTeams: true },
    detailsFor: (state) => ({ ...presentRound(state), teams: ['Reds', 'Golds'] }),
  })
  const picked = () => saveOwnPick(services(), context(), link, { picks: ['Golds'] })
  const undone = undoLast(losing('season', picked), 'RoundTeamsChanged')
  await expect(undone).rejects.toThrow('These teams have been picked and must stay: Golds')
  expect((await roundNow()).teams).toEqual(['Reds', 'Golds'])
})
