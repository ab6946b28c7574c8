import { expect, test } from 'vitest'
import { deactivatePlayer, declineMail } from '../../domain/players/player.ts'
import { type NoticeEvent, notices, remindByHand } from '../../domain/rounds/asking.ts'
import { deleteRound, restoreRound } from '../../domain/rounds/round-decisions.ts'
import { activateSeason, deactivateSeason, removeParticipant } from '../../domain/seasons/season.ts'
import type { Reminders } from '../../domain/settings/settings.ts'
import { playersToRemind } from '../../projections/now/reminders.ts'
import { lockRounds } from '../../scheduler/jobs/lock-rounds.ts'
import { remindPlayers } from '../../scheduler/jobs/remind-players.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import { eventsOfRound } from '../support/league/commands.ts'
import {
  addressOf,
  atOnce,
  edit,
  enter,
  onPlayer,
  onSeason,
  onSport,
  type Play,
  set,
  steps,
  withPlayerId,
} from '../support/league/steps.ts'
import { at, job, type MailStep, type Scenario, scenarios } from '../support/mail-scenario.ts'
import { schedulerParts } from '../support/scheduler-parts.ts'

const LOCKS_AT = '2027-09-01T18:00:00.000Z'
/** Ten in the morning in New York. */
const ten = (day: number) => `2027-08-${day}T14:00:00.000Z`
const AT_48 = '2027-08-30T18:00:00.000Z'
const AT_6 = '2027-09-01T12:00:00.000Z'

/** Eight in the morning in New York, two hours before the daily reminder. */
const OPEN: Omit<Scenario, 'steps'> = {
  start: '2027-08-10T12:00:00.000Z',
  players: [
    { name: 'Ann', email: 'ann@example.com' },
    { name: 'Bob', email: 'bob@example.com' },
    { name: 'Cleo', email: null },
  ],
  league: (players) => aLeague().withPlayers(players).withSeason().withRound({ lockTime: LOCKS_AT }),
}
const remindersAre = (change: Partial<Reminders>) =>
  set(({ reminders }) => ({ reminders: { ...reminders, ...change } }))
const BEFORE_LOCK = {
  ...OPEN,
  before: [remindersAre({ type: 'before_lock', firstHours: 48, finalHours: 6 })],
}
const moveTo = (locksAt: string) => edit({ locksAt })

/** Which reminders a step brings. */
const reminded =
  (step: MailStep): MailStep =>
  async (play) => {
    const inWords = () => Promise.all([1, 2, 3].map((roundId) => wordsOf(play, roundId)))
    const before = await inWords()
    await step(play)
    await caughtUp(play.parts)
    const news = (await inWords()).flatMap((words, index) => words.slice(before[index]?.length))
    play.story.push(`- ${play.clock.now()}: ${news.length === 0 ? 'nothing' : news.join('; ')}`)
  }
const tick = (...times: readonly string[]) =>
  steps(...times.map((time) => reminded(steps(at(time), job(remindPlayers)))))

/** Without a wait for the tables, which the job asks for. */
const remindAtLast: MailStep = ({ parts }) =>
  eventually('the job', () =>
    remindPlayers(parts).then(
      () => true,
      () => false,
    ),
  )

const wordsOf = async ({ store }: Play, roundId: number) =>
  (await store.read(`notices-${roundId}`)).flatMap(({ type, data }) => {
    const event = { type, data } as NoticeEvent
    if (event.type !== 'PlayersReminded' && event.type !== 'ReminderSkipped') return []
    const { kind, slot = '' } = event.data
    const outcome =
      event.type === 'PlayersReminded'
        ? `to ${[...event.data.recipients].sort()}`
        : `skipped: ${event.data.why}`
    return [[kind, slot, outcome, roundId === 1 ? '' : `of sport ${roundId}`].filter(Boolean).join(' ')]
  })

scenarios('the daily reminder', OPEN, {
  'goes out at ten in the zone of the round, once a day': [
    tick('2027-08-10T13:59:59.999Z', ten(10), '2027-08-10T23:00:00.000Z', ten(11)),
  ],
  'is not held up by moving the lock time': [
    ...[at('2027-08-10T14:00:00.500Z'), moveTo('2027-09-05T18:00:00.000Z'), tick('2027-08-10T14:00:01.000Z')],
  ],
  'is not sent at once, nor twice, by moving the round to another zone': [
    ...[tick(ten(10)), at('2027-08-11T00:00:00.000Z'), edit({ timeZone: 'Pacific/Auckland' })],
    ...[tick('2027-08-11T00:00:01.000Z'), edit({ timeZone: 'Pacific/Honolulu' })],
    tick('2027-08-11T00:00:02.000Z', '2027-08-11T20:00:00.000Z'),
  ],
  'goes to those who got an address since': [addressOf('Cleo', 'cleo@example.com'), tick(ten(10))],
  'goes to nobody who has picked a moment ago, although the tables do not show it yet': [
    at(ten(10)),
    reminded(steps(enter('Ann', 'Reds'), remindAtLast)),
  ],
  'goes to nobody who has declined reminders, when it is sent by hand': [
    onPlayer('Ann', (state) => declineMail(state, 'reminders')),
    reminded(async (play) => {
      await caughtUp(play.parts)
      const recipients = await playersToRemind(play.parts.read, 1, () => null)
      const { round, season } = await play.parts.pickContext(1, 1)
      await play.parts.run(notices, [1], (_, now) => remindByHand(round, season, recipients, now))
    }),
  ],
  'goes out once, however often the job runs and however many run at once': [
    ...[at(ten(10)), reminded(atOnce(job(remindPlayers), job(remindPlayers), job(remindPlayers)))],
    reminded(steps(job(remindPlayers), job(remindPlayers))),
  ],
  'is not sent for the hours in which a sport was deleted or its season not active, once they are back': [
    ...[onSport(deleteRound), tick(ten(10)), onSport(restoreRound), tick('2027-08-10T14:00:01.000Z')],
    ...[onSeason(deactivateSeason), tick(ten(11)), onSeason(activateSeason)],
    tick('2027-08-11T14:00:01.000Z', ten(12)),
  ],
})
scenarios(
  'the daily reminder of several sports',
  {
    ...OPEN,
    league: (players) =>
      OPEN.league(players)
        .withRound({ lockTime: LOCKS_AT, timezone: 'Asia/Kolkata' })
        .withRound({ lockTime: LOCKS_AT, timezone: 'Pacific/Apia' })
        .withDraft({ lockTime: LOCKS_AT }),
  },
  {
    'goes out at ten in the zone of each, and not for a draft': [tick(ten(10), '2027-08-11T04:30:00.000Z')],
  },
)
scenarios(
  'a reminder goes to',
  {
    ...OPEN,
    players: [
      ...OPEN.players,
      { name: 'Dan', email: 'dan@example.com' },
      { name: 'Eve', email: 'eve@x.org' },
    ],
  },
  {
    'active participants with an address and without a pick, who want reminders': [
      ...[onPlayer('Bob', deactivatePlayer), onPlayer('Dan', (state) => declineMail(state, 'reminders'))],
      withPlayerId('Eve', (id) => onSeason((state) => removeParticipant(state, id))),
      tick(ten(10)),
    ],
  },
)

scenarios('the reminders before the lock', BEFORE_LOCK, {
  'go out once each, 48 and 6 hours before it': [
    tick('2027-08-30T17:59:59.999Z', AT_48, '2027-09-01T11:59:59.999Z', AT_6, '2027-09-01T17:59:59.999Z'),
  ],
})

test('a round that fails holds up neither the reminders of the others nor their locks', async () => {
  const clock = settableClock('2027-08-10T12:00:00.000Z')
  const parts = await schedulerParts({ clock })
  try {
    await OPEN.league(OPEN.players).withRound({ lockTime: LOCKS_AT }).in(parts)
    const store: typeof parts.store = {
      ...parts.store,
      append: async (stream, events, expected) => {
        const isFirst = events.some(({ data }) => (data as { roundId?: number }).roundId === 1)
        if (isFirst) throw new Error('No room in this stream')
        return parts.store.append(stream, events, expected)
      },
    }
    clock.set(ten(10))
    await expect(remindPlayers({ ...parts, store })).rejects.toThrow('1 of 2 rounds failed')
    expect((await parts.store.read('notices-2')).map(({ type }) => type)).toEqual(['PlayersReminded'])
    clock.set(LOCKS_AT)
    await caughtUp(parts)
    await expect(lockRounds({ ...parts, store })).rejects.toThrow('1 of 2 rounds failed')
    expect((await eventsOfRound(parts.store, 2)).at(-1)?.type).toBe('RoundLocked')
    await lockRounds(parts)
    expect((await eventsOfRound(parts.store, 1)).at(-1)?.type).toBe('RoundLocked')
  } finally {
    await parts.close()
  }
})
