import { afterEach, describe, expect, test } from 'vitest'
import { deactivatePlayer, editPlayer, player, reactivatePlayer } from '../../domain/players/player.ts'
import { round } from '../../domain/rounds/round.ts'
import { activateRounds, deleteRound, restoreRound } from '../../domain/rounds/round-decisions.ts'
import { addParticipants, season } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { settings, switchNotifications } from '../../domain/settings/settings.ts'
import type { SmtpConfig } from '../../platform/config/config.ts'
import { moveCheckpoint } from '../../platform/database/checkpoints.ts'
import { checkpointAt } from '../../platform/event-store/checkpoint.ts'
import { openChronicle } from '../../platform/event-store/chronicle.ts'
import { noticesOfRound } from '../../platform/mail/notices.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { mailMissingLinksOfSeason, mailPickLinks } from '../../scheduler/mail/policies/mail-pick-links.ts'
import type { EventOf } from '../../scheduler/mail/policies/policy.ts'
import { caughtUp } from '../support/caught-up.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { lockedNow, seasonInLog } from '../support/league/commands.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { reactToAll } from '../support/subscription.ts'

const START = '2027-01-10T12:00:00.000Z'
const [ANN, BOB, DAN, EVE] = [1, 2, 4, 5]
const PEOPLE = [
  { name: 'Ann', email: 'ann@example.com' },
  { name: 'Bob', email: 'Ann@Example.com' },
  { name: 'Cleo', email: null },
  { name: 'Dan', email: 'dan@example.com' },
  { name: 'Eve', email: 'eve@example.com' },
]
const SEASON = 1
const [FOOTBALL, TENNIS, OSCARS] = [1, 2, 3]
const TENNIS_LOCKS = '2027-05-01T18:00:00.000Z'
const FOOTBALL_LOCKS = '2027-08-01T18:00:00.000Z'
const OSCARS_LOCK = '2027-09-01T18:00:00.000Z'

type Parts = SchedulerParts & { clock: SettableClock }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Three drafts for all but Eve, activated with one command. */
async function activated(options: { smtp?: SmtpConfig } = {}): Promise<Parts> {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock, ...options })), clock }
  cleanups.push(parts.close)
  await aLeague()
    .withPlayers(PEOPLE)
    .withSeason({ participantIds: [1, 2, 3, 4] })
    .withDraft()
    .withDraft({ sportName: 'Tennis', lockTime: TENNIS_LOCKS, emailMessage: 'On grass' })
    .withDraft({ sportName: 'Oscars', lockTime: OSCARS_LOCK })
    .in(parts)
  const participants = PEOPLE.slice(0, 4).map(({ email }, index) => ({ playerId: index + 1, email }))
  await parts.run(seasonStream, [SEASON], (state, now) =>
    activateRounds(
      [FOOTBALL, TENNIS, OSCARS].map((roundId) => roundIn(state, roundId)),
      state.season,
      participants,
      now,
    ),
  )
  return parts
}

const linkTo = ({ links }: Parts, roundId: number, playerId: number, generation = 0) =>
  links.urlFor({ seasonId: SEASON, roundId, playerId, generation })

const mailTo = async (parts: Parts, address: string) => {
  const mails = (await parts.outbox()).filter(({ recipient_address }) => recipient_address === address)
  expect(mails).toHaveLength(1)
  return mails[0]
}

async function sent(parts: Parts) {
  await caughtUp(parts)
  await sendMails(parts)
  return parts.outbox()
}

const notTold = async ({ privateSchema }: Parts, roundId: number) =>
  (await noticesOfRound(privateSchema, roundId)).flatMap(({ state, reply }) =>
    state === 'skipped' ? reply : [],
  )

const inSeason = (parts: Parts) => seasonInLog(parts.store, SEASON)
const remove = async (parts: Parts, roundId: number) => {
  const context = await inSeason(parts)
  await parts.run(round, [roundId], (state, now) => deleteRound(state, context, now))
}
const forgetCheckpoint = ({ privateSchema }: Parts) => privateSchema.deleteFrom('checkpoints').execute()

describe('when several rounds are activated together', () => {
  test('each address gets one mail with all links, the first lock first', async () => {
    const parts = await activated()
    await reactToAll(parts)
    const mail = await mailTo(parts, 'dan@example.com')
    expect(await parts.outbox()).toHaveLength(2)
    expect(mail).toMatchObject({ template: 'pick-links', round_id: null, season_id: SEASON, state: 'queued' })
    expect(mail?.useless_at).toBe(TENNIS_LOCKS)
    expect(mail?.subject).toBe('Tennis and 2 more: first pick by Sat, May 1, 2:00 PM EDT')
    expect(mail?.body_text).toBe(`Make your picks: 3 sports

Hi Dan,

3 sports are open for picks in Family Cup. Each locks at its own time.

* Tennis

> On grass

Picks lock: Saturday, May 1, 2027 at 2:00 PM EDT (UTC-4)
Worth: Up to 6 points

Pick for Tennis:
${linkTo(parts, TENNIS, DAN)}

* Football

Picks lock: Sunday, August 1, 2027 at 2:00 PM EDT (UTC-4)
Worth: Up to 6 points

Pick for Football:
${linkTo(parts, FOOTBALL, DAN)}

* Oscars

Picks lock: Wednesday, September 1, 2027 at 2:00 PM EDT (UTC-4)
Worth: Up to 6 points

Pick for Oscars:
${linkTo(parts, OSCARS, DAN)}

You can change each pick as often as you like until its sport locks. Other players do not see your pick until its sport locks. Admins do. These links are yours alone: anyone who has one can pick for you.

Good luck!
Go Make Your Picks

-- 
Go Make Your Picks. Predict. Compete. Win.`)
    for (const roundId of [FOOTBALL, TENNIS, OSCARS]) {
      expect(mail?.body_html).toContain(`href="${linkTo(parts, roundId, DAN)}"`)
    }
    expect(mail?.body_html.match(/<h2[^>]*>([^<]*)</g)?.map((tag) => tag.replace(/<h2[^>]*>/, ''))).toEqual([
      'Tennis<',
      'Football<',
      'Oscars<',
    ])
  })

  test('those who share an address share it, each with links of their own', async () => {
    const parts = await activated()
    await reactToAll(parts)
    const mail = await mailTo(parts, 'ann@example.com')
    expect(mail?.recipient_name).toBe('Ann and Bob')
    for (const roundId of [FOOTBALL, TENNIS, OSCARS]) {
      expect(mail?.body_text).toContain(`Pick for Ann:\n${linkTo(parts, roundId, ANN)}`)
      expect(mail?.body_text).toContain(`Pick for Bob:\n${linkTo(parts, roundId, BOB)}`)
    }
  })

  test('no second mail is queued by other runs, whatever is remembered of the log', async () => {
    const parts = await activated()
    await reactToAll(parts)
    const mails = await parts.outbox()
    await forgetCheckpoint(parts)
    await Promise.all([reactToAll(parts), reactToAll(parts)])
    expect(await parts.outbox()).toEqual(mails)
    const after = await sent(parts)
    expect(after.map(({ state }) => state)).toEqual(['kept', 'kept'])
    await forgetCheckpoint(parts)
    await reactToAll(parts)
    expect(await parts.outbox()).toEqual(after)
  })

  test('the first event asks for all links, a later one for its own only, and for none once they are queued', async () => {
    const parts = await activated()
    await caughtUp(parts)
    const events = (await parts.store.read(`season-${SEASON}`)).filter(
      ({ type }) => type === 'RoundActivated',
    )
    const context = { ...parts, chronicle: openChronicle(parts.store), now: START }
    const asked = async () => {
      const mails = events.map((event) => mailPickLinks(context, event as EventOf<'RoundActivated'>))
      return (await Promise.all(mails)).map((found) => found.map(({ roundId }) => roundId))
    }
    expect(await asked()).toEqual([[FOOTBALL, TENNIS, OSCARS], [TENNIS], [OSCARS]])
    await reactToAll(parts)
    expect(await asked()).toEqual([[], [], []])
  })

  test('a start between their events loses no link and brings none twice', async () => {
    const parts = await activated()
    await caughtUp(parts)
    const [first] = (await parts.store.read(`season-${SEASON}`)).filter(
      ({ type }) => type === 'RoundActivated',
    )
    if (!first) throw new Error('Nothing was activated')
    await moveCheckpoint(parts.privateSchema, 'mail', checkpointAt(first))
    await reactToAll(parts)
    const mails = (await parts.outbox()).map(({ round_id, recipient_address }) => [
      round_id,
      recipient_address,
    ])
    expect(mails).toHaveLength(4)
    expect(mails).toEqual(
      expect.arrayContaining(
        [TENNIS, OSCARS].flatMap((id) => [
          [id, 'ann@example.com'],
          [id, 'dan@example.com'],
        ]),
      ),
    )
  })

  test('it is the last mail about each of them, and counts as told about each', async () => {
    const parts = await activated()
    await reactToAll(parts)
    await sent(parts)
    for (const roundId of [FOOTBALL, TENNIS, OSCARS]) {
      const notices = await noticesOfRound(parts.privateSchema, roundId)
      expect(notices.map(({ player_id }) => player_id).toSorted()).toEqual([ANN, BOB, DAN])
      expect(notices).toContainEqual(
        expect.objectContaining({ player_id: DAN, template: 'pick-links', state: 'kept' }),
      )
    }
    await parts.run(player, [DAN], deactivatePlayer)
    await parts.run(player, [DAN], reactivatePlayer)
    await reactToAll(parts)
    const links = (await parts.outbox()).filter(({ template }) => template !== 'picks-paused')
    expect(links).toHaveLength(2)
  })

  test('who joins the season later gets all links in one mail as well, and nobody else does', async () => {
    const parts = await activated()
    await reactToAll(parts)
    await sent(parts)
    await parts.run(season, [SEASON], (state) => addParticipants(state, [EVE]))
    await reactToAll(parts)
    expect(await parts.outbox()).toHaveLength(3)
    expect(await mailTo(parts, 'eve@example.com')).toMatchObject({ template: 'pick-links' })
  })

  test('an event about who has all links asks for nobody, so that many who join are looked at once', async () => {
    const parts = await activated()
    await reactToAll(parts)
    await parts.run(season, [SEASON], (state) => addParticipants(state, [EVE]))
    await caughtUp(parts)
    const joined = (await parts.store.read(`season-${SEASON}`)) as EventOf[]
    const context = { ...parts, chronicle: openChronicle(parts.store), now: START }
    const asked = async (playerId: number) => {
      const event = joined.find(
        ({ type, data }) => type === 'ParticipantAdded' && 'playerId' in data && data.playerId === playerId,
      )
      return mailMissingLinksOfSeason(context, event as EventOf<'ParticipantAdded'>)
    }
    const toEve = [FOOTBALL, TENNIS, OSCARS].map((roundId) =>
      expect.objectContaining({ roundId, playerIds: [EVE] }),
    )
    expect(await asked(EVE)).toEqual(toEve)
    expect(await asked(ANN)).toEqual([])
    await reactToAll(parts)
    expect(await asked(EVE)).toEqual([])
  })

  test('mail that is switched off is kept as suppressed', async () => {
    const parts = await activated()
    await parts.run(settings, [], (state) => switchNotifications(state, false))
    await reactToAll(parts)
    await sent(parts)
    expect((await parts.outbox()).map(({ state }) => state)).toEqual(['suppressed', 'suppressed'])
  })
})

test('links that are too many for one mail are told by lock, the next ones in the first mail', async () => {
  const parts = await schedulerParts({ clock: settableClock(START) })
  cleanups.push(parts.close)
  const days = Array.from({ length: 20 }, (_, index) => 20 - index)
  const lockOf = (day: number) => `2027-05-${`${day}`.padStart(2, '0')}T18:00:00.000Z`
  let plan = aLeague().withPlayers(PEOPLE.slice(0, 2)).withSeason()
  for (const day of days) plan = plan.withDraft({ sportName: `Day ${day}`, lockTime: lockOf(day) })
  await plan.in(parts)
  const participants = PEOPLE.slice(0, 2).map(({ email }, index) => ({ playerId: index + 1, email }))
  await parts.run(seasonStream, [SEASON], (state, now) =>
    activateRounds(
      days.map((_, index) => roundIn(state, index + 1)),
      state.season,
      participants,
      now,
    ),
  )
  await reactToAll(parts)
  const mails = (await parts.outbox()).map(({ body_text }) =>
    [...body_text.matchAll(/^\* Day (\d+)$/gm)].map(([, day]) => Number(day)),
  )
  const inOrder = days.toReversed()
  expect(mails.toSorted((one, other) => other.length - one.length)).toEqual([
    inOrder.slice(0, 18),
    inOrder.slice(18),
  ])
})

describe('before a mail about several rounds goes out', () => {
  test('a round that was deleted is left out, and its link follows when it is restored', async () => {
    const parts = await activated()
    await reactToAll(parts)
    await remove(parts, TENNIS)
    const mails = await sent(parts)
    expect(mails).toMatchObject(Array(2).fill({ template: 'pick-links', state: 'kept' }))
    expect(await notTold(parts, TENNIS)).toEqual(Array(3).fill('Not sent: the sport was deleted'))
    const [mail] = (await parts.outbox()).filter(
      ({ state, recipient_name }) => state === 'kept' && recipient_name === 'Dan',
    )
    expect(mail?.body_text).not.toContain('Tennis')
    expect(mail?.subject).toMatch(/^Football and Oscars: /)

    const context = await inSeason(parts)
    await parts.run(round, [TENNIS], (state, now) => restoreRound(state, context, now))
    await reactToAll(parts)
    const queued = (await parts.outbox()).filter(
      ({ state, template }) => state === 'queued' && template !== 'picks-paused',
    )
    expect(queued).toHaveLength(2)
    expect(queued[0]).toMatchObject({ template: 'pick-link', round_id: TENNIS })
  })

  test('what has locked is left out, and the last one left is asked for alone', async () => {
    const parts = await activated()
    await reactToAll(parts)
    parts.clock.set(FOOTBALL_LOCKS)
    const mails = await sent(parts)
    const [dan] = mails.filter(({ state, recipient_name }) => state === 'kept' && recipient_name === 'Dan')
    expect(dan?.subject).toMatch(/^Oscars: pick by /)
    expect(dan?.body_text).toContain(linkTo(parts, OSCARS, DAN))
    expect(dan?.body_text).not.toContain('Football')
    for (const roundId of [FOOTBALL, TENNIS])
      expect(await notTold(parts, roundId)).toEqual(Array(3).fill('Not sent: its time had passed'))
  })

  test('it is tried again ever sooner before the next of the locks', async () => {
    let isBusy = true
    const smtp = await startSmtpServer(() => (isBusy ? { code: 450, reply: 'Busy' } : null))
    cleanups.push(smtp.stop)
    const parts = await activated({ smtp: smtp.config })
    const locksAt = Date.parse(TENNIS_LOCKS)
    parts.clock.set(new Date(locksAt - 4 * 3_600_000).toISOString())
    await reactToAll(parts)
    await caughtUp(parts)
    for (let dueAt = Date.parse(parts.clock.now()); dueAt < locksAt; ) {
      parts.clock.set(new Date(dueAt).toISOString())
      isBusy = dueAt < locksAt - 2 * 60_000
      await sendMails(parts)
      const waiting = (await parts.outbox()).filter(({ state }) => state === 'queued')
      if (waiting.length === 0) break
      dueAt = Math.min(...waiting.map(({ due_at }) => Date.parse(due_at)))
    }
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(
      Array(2).fill(expect.stringMatching(/^Tennis and 2 more/)),
    )
  })

  test('it is skipped as a whole when all of them have locked', async () => {
    const parts = await activated()
    await reactToAll(parts)
    for (const roundId of [FOOTBALL, TENNIS, OSCARS]) await parts.run(round, [roundId], lockedNow)
    expect((await sent(parts)).map(({ state }) => state)).toEqual(['skipped', 'skipped'])
  })

  test('who has moved to another address gets all links there', async () => {
    const parts = await activated()
    await reactToAll(parts)
    await parts.run(player, [BOB], (state) => editPlayer(state, { name: 'Bob', email: 'bob@example.com' }))
    await sent(parts)
    await sent(parts)
    const [ann, bob] = [await mailTo(parts, 'ann@example.com'), await mailTo(parts, 'bob@example.com')]
    for (const roundId of [FOOTBALL, TENNIS, OSCARS]) {
      expect(bob?.body_text).toContain(linkTo(parts, roundId, BOB, 1))
      expect(ann?.body_text).not.toContain(linkTo(parts, roundId, BOB, 1))
    }
    expect([ann?.state, bob?.state]).toEqual(['kept', 'kept'])
  })
})
