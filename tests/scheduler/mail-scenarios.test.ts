import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { admin } from '../../domain/admins/admin.ts'
import { clearPick, reenterGuess, withdrawPickEntry } from '../../domain/picks/pick.ts'
import { copyPickLink, resendPickLink } from '../../domain/picks/pick-links.ts'
import { deactivatePlayer, declineMail, reactivatePlayer, removePlayer } from '../../domain/players/player.ts'
import { remindByHand } from '../../domain/rounds/asking.ts'
import { cancelRound, reinstateRound } from '../../domain/rounds/cancelling.ts'
import { deleteRound, purgeRound, restoreRound, unlockRound } from '../../domain/rounds/round-decisions.ts'
import { setWeight } from '../../domain/rounds/round-editing.ts'
import { askTieBreak } from '../../domain/rounds/tie-break-question.ts'
import type { Points } from '../../domain/seasons/points.ts'
import { leagueRules, type SeasonRules } from '../../domain/seasons/rules.ts'
import { lookAtPicks } from '../../domain/seasons/sealing.ts'
import {
  activateSeason,
  addParticipants,
  deactivateSeason,
  deleteSeason,
  endSeason,
  purgeSeason,
  removeParticipant,
  reopenSeason,
  restoreSeason,
  setRules,
} from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { standings, winnersOf } from '../../domain/seasons/standings.ts'
import { DEFAULT_SETTINGS, switchNotifications } from '../../domain/settings/settings.ts'
import { moveCheckpoint } from '../../platform/database/checkpoints.ts'
import { forgetRecipient } from '../../platform/erasing/mail-erasing.ts'
import { checkpointAt } from '../../platform/event-store/checkpoint.ts'
import { claimMails, settleMail } from '../../platform/mail/mails.ts'
import { later } from '../../platform/time/clock.ts'
import { loadSeason } from '../../projections/boards/season-facts.ts'
import { lockRounds } from '../../scheduler/jobs/lock-rounds.ts'
import { remindPlayers } from '../../scheduler/jobs/remind-players.ts'
import { formMails } from '../../scheduler/mail/form-mails.ts'
import { TEMPORARY } from '../../scheduler/mail/mail-reasons.ts'
import { TEMPLATE_NAMES, type TemplateName } from '../../scheduler/mail/mail-templates.ts'
import { caughtUp } from '../support/caught-up.ts'
import { aLeague, type Person } from '../support/league/a-league.ts'
import { FOOTBALL } from '../support/league/examples.ts'
import {
  activate,
  addressOf,
  atOnce,
  because,
  corrected,
  edit,
  enter,
  inSport,
  joins,
  lock,
  onNotices,
  onPick,
  onPlayer,
  onSeason,
  onSettings,
  onSport,
  picks,
  set,
  steps,
  withPlayerId,
  won,
} from '../support/league/steps.ts'
import {
  ask,
  at,
  forgetCheckpoint,
  job,
  type MailStep,
  mail,
  type Reader,
  rebuilt,
  refuse,
  type Scenario,
  scenarios,
  send,
  wait,
} from '../support/mail-scenario.ts'

const START = '2027-01-10T12:00:00.000Z'
const [JAN_11, JAN_12, JAN_19, JAN_20, JAN_30] = [11, 12, 19, 20, 30].map(
  (day) => `2027-01-${day}T18:00:00.000Z`,
) as [string, string, string, string, string]
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Ann and Bob share an address, Dan has none. */
const FAMILY = [
  { name: 'Ann', email: 'family@example.com' },
  { name: 'Bob', email: 'family@example.com' },
  { name: 'Cleo', email: 'cleo@example.com' },
  { name: 'Dan', email: null },
]

/** Football is open, and its links are mailed. */
const OPEN: Omit<Scenario, 'steps'> = {
  players: FAMILY,
  league: (players) => aLeague().withPlayers(players).withSeason().withRound(),
  before: [mail()],
}
const opened = (...before: readonly MailStep[]) => ({ ...OPEN, before: [...before, mail()] })

const guess = (name: string, value: number) =>
  onPick(name, (state, context, now) => reenterGuess(state, context, value, now))
const clear = (name: string) => onPick(name, clearPick)
const withdraw = (name: string) =>
  onPick(name, (state, context, now) => withdrawPickEntry(state, context, now, true))
const lockAt = (locksAt: string) => edit({ locksAt })
const leaves = (name: string) => withPlayerId(name, (id) => onSeason((state) => removeParticipant(state, id)))
const comesBack = (name: string) =>
  withPlayerId(name, (id) => onSeason((state) => addParticipants(state, [id])))
const deleted = (name: string) => onPlayer(name, (state) => removePlayer(state, false))
const remind = (name: string) =>
  onNotices(name, ({ round, season, playerId }, now) => remindByHand(round, season, [playerId], now))
const worth = (change: Partial<Points>) => set(({ points }) => ({ points: { ...points, ...change } }))
const rules = (change: Partial<SeasonRules>) =>
  onSeason((state) =>
    setRules(
      state,
      { ...leagueRules(DEFAULT_SETTINGS), ...change },
      { isFrozen: true, reason: 'Agreed at dinner' },
    ),
  )
const BEFORE_LOCK = set(({ reminders }) => ({ reminders: { ...reminders, type: 'before_lock' } }))
const adminIs =
  (name: string): MailStep =>
  ({ parts }) =>
    parts.run(admin, [1], () => [
      { type: 'AdminAdded' as const, data: { adminId: 1, name, email: 'c@example.com', isMain: true } },
    ])
const erased =
  (name: string): MailStep =>
  async ({ parts, story }) => {
    await forgetRecipient(parts.privateSchema, { kind: 'admin', id: 1 }, [])
    const isNamed = JSON.stringify(await parts.outbox()).includes(name)
    story.push(`- ${name} is erased: ${isNamed ? 'still' : 'no longer'} named in the outbox`)
  }
/** With the winners of the moment. */
const end: MailStep = async (play) => {
  await caughtUp(play.parts)
  const found = await loadSeason(play.parts.read, 1)
  const winners = found ? winnersOf(standings(found.facts)) : []
  const ended = { unfinishedRounds: [], rules: leagueRules(DEFAULT_SETTINGS), winners }
  await onSeason((state, now) => endSeason(state, { ...ended, now }))(play)
}

const became =
  (
    template: TemplateName,
    address: string,
    columns: { unanswered: number } | { state: 'failed' },
  ): MailStep =>
  ({ parts }) =>
    parts.privateSchema
      .updateTable('mails')
      .set(columns)
      .where('template', '=', template)
      .where('recipient_address', '=', address)
      .execute()
/** While the sender has the mails that are due, and finds that they may not go out. */
const whileClaimed =
  (reply: string, step: MailStep): MailStep =>
  async (play) => {
    const { privateSchema, clock } = play.parts
    await formMails(play.parts)
    const claims = await claimMails(privateSchema, clock.now(), 10)
    await step(play)
    for (const claim of claims) await settleMail(privateSchema, claim, { state: 'skipped', reply })
  }

/** As if the mails had been switched on after the first event of its kind. */
const startAfterFirst =
  (type: string): MailStep =>
  async ({ parts }) => {
    const first = (await parts.store.read('season-1')).find((event) => event.type === type)
    if (first) await moveCheckpoint(parts.privateSchema, 'mail', checkpointAt(first))
  }

const openUntil = (lockTime: string, ...before: readonly MailStep[]) => ({
  ...opened(...before),
  league: (players: readonly Person[]) =>
    aLeague().withPlayers(players).withSeason().withRound({ lockTime }).withDraft({ sportName: 'Tennis' }),
})
const ASKED = {
  ...OPEN,
  league: (players: readonly Person[]) => aLeague().withPlayers(players).withSeason().withDraft(),
  before: [
    (play) =>
      play.parts.run(seasonStream, [1], (state) =>
        askTieBreak(roundIn(state, 1), { question: 'How many goals?', unit: 'goals' }, state),
      ),
    activate(1),
    mail(),
  ],
} satisfies Omit<Scenario, 'steps'>
/** One mail of each kind to Ann is in the outbox. */
const INVITED = {
  ...OPEN,
  players: [FAMILY[0], { name: 'Bob', email: null }] as Person[],
  before: [remind('Ann'), ask],
}
const SEALED = {
  ...INVITED,
  league: (players: readonly Person[]) =>
    aLeague().withPlayers(players).withSeason({ picksSealed: true }).withRound(),
  before: [mail()],
}

const LOOK = withPlayerId('Ann', (id) =>
  onSport((state, inSeason) => lookAtPicks(state, inSeason, { playerIds: [id], reason: 'A complaint' })),
)
const SPORT_GONE = steps(onSport(deleteRound), onSport(purgeRound))
const SEASON_GONE = steps(onSeason(deleteSeason), onSeason(purgeSeason))

scenarios('when an admin changes a pick', opened(picks('Ann', 'Reds')), {
  'a pick that takes the place of another is mailed, a first one is not; the lock names it': [
    ...[enter('Ann', 'Blues'), enter('Cleo', 'Blues'), mail('Ann')],
    ...[lock, mail(['Ann and Bob', /entered|History|players/])],
  ],
  'after the lock it says when that was': [
    ...[lock, mail(), because('By phone', enter('Ann', 'Blues')), mail(['Ann', /Locked|Reason/])],
  ],
  'a player who picks again before the mail goes out gets none': [
    ...[enter('Ann', 'Blues'), ask, picks('Ann', 'Greens'), mail()],
  ],
  'a pick that is cleared is mailed': [because('By phone', clear('Ann')), mail('Ann')],
  'an entry that is taken back is mailed to whoever had it': [
    ...[enter('Cleo', 'Reds'), withdraw('Cleo'), mail(['Cleo', /Your pick now|Before|History/])],
  ],
  'a change is mailed also where the sport is deleted for ever before the mail goes out': [
    ...[because('By phone', enter('Ann', 'Blues')), ask, SPORT_GONE, send('Ann')],
  ],
  'and where the mail was skipped between the two': [
    ...[clear('Ann'), ask, onSport(deleteRound), send(), onSport(purgeRound), mail('Ann')],
  ],
})

scenarios('a guess', ASKED, {
  'that is entered alone, as by an undo, is mailed; one that came with a pick is told with that': [
    ...[picks('Cleo', 'Reds', 40), because('By phone', enter('Cleo', 'Reds', 50)), mail()],
    ...[because('That was Bob', guess('Cleo', 40)), mail('Cleo')],
  ],
  'is told to its player from the lock on, and the answer to everybody with the result': [
    ...[picks('Cleo', 'Reds', 40.5), lock, mail(['Cleo', /^Your/], ['Ann and Bob', /^Your/])],
    ...[won('Reds', 'Blues', 41), mail(['Cleo', /^Your|question|Answer/])],
    because('Counted again', corrected('Reds', 'Blues', null)),
    mail(['Cleo', /^Your|question|Answer/]),
  ],
})

scenarios('when picks are locked', opened(picks('Ann', 'Reds'), picks('Cleo', 'Blues')), {
  'each address reads what counts for those behind it, picked or not': [
    ...[lock, mail('Ann and Bob', ['Cleo', /pick/i])],
  ],
  'a pick of another day is told with its day': [
    ...[wait(24 * HOUR_MS + 415_000), lock, mail(['Cleo', /^Your pick/])],
  ],
  'nobody hears of it when the sport is deleted': [lock, onSport(deleteRound), mail()],
  'nobody hears of it when the season is not active': [lock, onSeason(deactivateSeason), mail()],
  'nobody hears of it when it has been scored by then': [lock, won('Reds', 'Blues'), mail()],
  'it links to the rules where the weight of a sport is all that is special about them': [
    onSport((state, inSeason) => setWeight(state, inSeason, 2, { isFrozen: false, reason: null })),
    ...[mail(), lock, mail(['Cleo', /rules/i])],
  ],
})

scenarios(
  'when a sport is scored',
  opened(picks('Ann', 'Reds'), picks('Bob', 'Blues'), picks('Cleo', 'Blues'), lock),
  {
    'each player reads pick, points, rank and the top of the table': [
      ...[won('Reds', 'Blues'), mail('Ann and Bob', ['Cleo', /^Your|^You|^#/])],
    ],
    'a correction tells what was published before, for whom it changes what, by whom and why': [
      ...[adminIs('Casey'), won('Reds', 'Blues'), mail()],
      ...[because('The photo finish', corrected('Blues', 'Reds')), mail('Cleo'), erased('Casey')],
    ],
    'a correction before the first result has gone out says who and why, and of no earlier mail': [
      ...[won('Reds', 'Blues'), ask, because('The photo finish', corrected('Blues', 'Reds'))],
      mail(['Cleo', /Changed|Reason|earlier|was|corrected/]),
    ],
    'the same result once more is no correction': [
      ...[won('Blues', 'Reds'), mail(), onSport(unlockRound), won('Reds', 'Blues'), mail()],
      ...[onSport(unlockRound), won('Reds', 'Blues'), mail(['Cleo', /again|was/])],
    ],
    'results go out also when their season has been put aside meanwhile': [
      ...[won('Reds', 'Blues'), ask, onSeason(deactivateSeason), mail()],
    ],
    'results of a sport that is unlocked again are not sent': [
      ...[won('Reds', 'Blues'), ask, onSport(unlockRound), mail()],
    ],
    'other points are told with what they were': [
      ...[won('Reds', 'Blues'), mail(), because('As we said in May', worth({ second: 9 })), mail('Cleo')],
    ],
    'points for a missing pick are told with the points, in one mail for one save': [
      ...[clear('Cleo'), won('Reds', 'Blues'), mail()],
      set(({ points }) => ({ noPick: -2, points: { ...points, first: 7 } })),
      mail(['Cleo', /was/]),
    ],
    'other rules are told: what they were, why, and what they make of the rank': [
      ...[clear('Bob'), won('Reds', 'Blues'), mail(['Cleo', /rules/i])],
      because('Agreed at dinner', rules({ noPick: -3, dropWorst: 2, tieBreak: ['countback'] })),
      mail('Cleo', ['Ann and Bob', /was/]),
    ],
    'another weight of a sport is told with what it was': [
      ...[won('Reds', 'Blues'), mail()],
      because(
        'The final',
        onSport((state, inSeason) => setWeight(state, inSeason, 3, { isFrozen: true, reason: 'The final' })),
      ),
      mail(['Cleo', /was|Changed|Reason/]),
    ],
    'the end of the season tells everybody who has won, ties whole, and the own rank': [
      ...[won('Reds', 'Blues'), mail(), end, mail('Cleo')],
    ],
    'a season that is open again tells that nobody has won yet, unless it has ended by then': [
      ...[won('Reds', 'Blues'), end, mail()],
      ...[because('A sport was left out', onSeason(reopenSeason)), mail('Cleo')],
      ...[end, onSeason(reopenSeason), ask, end, mail()],
    ],
    'the end of a season that is open again by then is not told': [
      ...[won('Reds', 'Blues'), mail(), end, ask, onSeason(reopenSeason), mail()],
    ],
    'a season that is open again tells what other points have made of it meanwhile': [
      ...[won('Reds', 'Blues'), mail(), end, worth({ first: 9 }), onSeason(reopenSeason)],
      mail(['Ann and Bob', /was/]),
    ],
    'a full rebuild of the read models, and a lost checkpoint, send nothing': [
      ...[won('Reds', 'Blues'), mail(), rebuilt, mail(), forgetCheckpoint, mail()],
    ],
  },
)

scenarios('of the rules before and after the first lock', OPEN, {
  'other points are told from the first lock on': [
    ...[worth({ first: 7 }), mail(), lock, mail(), because('In May', worth({ first: 8 }))],
    mail(['Cleo', /was|Changed/]),
  ],
  'other rules are told from the first lock on, and those of before not later either': [
    ...[rules({ noPick: -1 }), mail(), rules({ noPick: -2 }), wait(HOUR_MS), lock, mail()],
    ...[rules({ noPick: -3 }), mail(['Cleo', /was/])],
  ],
  'they are told also where the only sport that had locked was deleted for ever': [
    ...[lock, onSport(deleteRound), onSport(purgeRound), mail(), rules({ noPick: -1 })],
    mail(['Cleo', /was/]),
  ],
  'where all have less than nothing there are ranks, also for who has nothing': [
    ...[
      rules({ noPick: -2, points: { ...DEFAULT_SETTINGS.points, first: 0 } }),
      picks('Ann', 'Reds'),
      mail(),
    ],
    ...[lock, won('Reds', 'Blues'), mail(['Cleo', /^Your/], ['Ann and Bob', /^Your/])],
  ],
})

scenarios('when a lock is moved while picks are open', openUntil(JAN_20, picks('Ann', 'Reds')), {
  'each address hears of it ten minutes later: what it was, what it is, and whether a pick stands': [
    ...[
      lockAt(JAN_11),
      mail(),
      wait(10 * MINUTE_MS - 1),
      mail(),
      wait(1),
      mail('Ann and Bob', ['Cleo', /pick/]),
    ],
  ],
  'three moves in ten minutes are one mail, which tells the last one': [
    ...[lockAt(JAN_12), mail(), wait(3 * MINUTE_MS), lockAt(JAN_30), mail(), wait(3 * MINUTE_MS)],
    ...[lockAt(JAN_11), mail(), wait(4 * MINUTE_MS), mail(['Cleo', /^It/]), wait(HOUR_MS), mail()],
  ],
  'three moves that nobody looked at meanwhile are one mail as well': [
    ...[lockAt(JAN_12), lockAt(JAN_30), lockAt(JAN_11), wait(HOUR_MS), mail(['Cleo', /^It/])],
  ],
  'moved back meanwhile, nobody hears of it': [
    ...[lockAt(JAN_11), ask, wait(9 * MINUTE_MS), lockAt(JAN_20), mail(), wait(10 * MINUTE_MS), mail()],
  ],
  'a later move is another mail, and says what the first one said': [
    ...[lockAt(JAN_11), ask, wait(10 * MINUTE_MS), mail()],
    ...[lockAt(JAN_12), ask, wait(10 * MINUTE_MS), mail(['Cleo', /^It/])],
  ],
  'less than five minutes are not worth a mail, unless they add up': [
    ...[lockAt(later(JAN_20, -4 * MINUTE_MS)), ask, wait(10 * MINUTE_MS), mail()],
    ...[lockAt(later(JAN_20, -8 * MINUTE_MS)), ask, wait(10 * MINUTE_MS), mail(['Cleo', /^It/])],
  ],
  'players who are not active hear nothing, nor does anybody of another zone or of a lock that has come': [
    ...[edit({ timeZone: 'Europe/Berlin' }), onPlayer('Cleo', deactivatePlayer)],
    ...[lockAt(later(START, 2 * HOUR_MS)), ask, wait(3 * HOUR_MS), mail()],
  ],
  'of the lock of a draft nobody hears, however late it is looked at': [
    inSport(2, lockAt(JAN_11)),
    ...[wait(HOUR_MS), mail()],
  ],
})
scenarios('when a lock is moved that is near', openUntil(later(START, HOUR_MS)), {
  'nobody waits when one of the two times is less than thirty minutes away': [
    ...[lockAt(later(START, 29 * MINUTE_MS)), mail(), lockAt(later(START, 5 * HOUR_MS)), mail()],
    ...[lockAt(later(START, 6 * HOUR_MS)), mail()],
  ],
  'nor does what is held already': [
    ...[lockAt(later(START, 2 * HOUR_MS)), mail(), wait(MINUTE_MS)],
    ...[lockAt(later(START, 20 * MINUTE_MS)), mail(['Cleo', /^It/])],
  ],
})

const CALLED_OFF = because('The final was called off', onSport(cancelRound))
const BACK_ON = onSport(reinstateRound)

scenarios('when a sport is cancelled', openUntil(JAN_20, picks('Ann', 'Reds')), {
  'each address is told once, and why': [CALLED_OFF, mail('Cleo'), mail()],
  'nobody hears of a draft': [inSport(2, CALLED_OFF), mail(), inSport(2, BACK_ON), mail()],
  'nobody hears of one that is deleted by then': [CALLED_OFF, onSport(deleteRound), mail()],
  'a player who has left the season is not told': [leaves('Cleo'), CALLED_OFF, mail()],
  'nothing else goes out for it: no move of the lock, no reminder, no lock': [
    ...[BEFORE_LOCK, lockAt(JAN_19), CALLED_OFF, mail(), at(later(JAN_19, -HOUR_MS)), job(remindPlayers)],
    ...[at(JAN_19), job(lockRounds), mail(), BACK_ON, job(lockRounds), mail()],
  ],
  'reinstated, those who were told of it are told that links work again, once': [
    ...[CALLED_OFF, mail(), BACK_ON, mail('Ann and Bob', ['Cleo', /pick/]), mail()],
  ],
  'a player who joined meanwhile gets a link, and nothing of what was before': [
    ...[CALLED_OFF, mail(), joins('Eve', 'eve@example.com'), mail(), BACK_ON, mail()],
  ],
  'a cancellation that is taken back before its mail goes out is not told any more, nor is its end': [
    ...[CALLED_OFF, ask, BACK_ON, mail()],
    ...[CALLED_OFF, mail(), BACK_ON, mail(), CALLED_OFF, ask, BACK_ON, mail()],
  ],
  'cancelled again, everybody is told again': [CALLED_OFF, mail(), BACK_ON, mail(), CALLED_OFF, mail()],
  'whom the mail server refused has not heard; who may have got the mail has': [
    ...[CALLED_OFF, ask, job(formMails), became('cancelled', 'cleo@example.com', { unanswered: 1 })],
    ...[became('cancelled', 'family@example.com', { state: 'failed' }), BACK_ON, mail()],
  ],
  'a mail about a moved lock that waits goes out once it is back, unless the reinstatement tells it': [
    ...[lockAt(JAN_19), CALLED_OFF, ask, job(formMails)],
    ...[became('cancelled', 'family@example.com', { state: 'failed' }), wait(10 * MINUTE_MS), mail()],
    ...[BACK_ON, mail()],
  ],
  'a lock that is moved back after the reinstatement told of it is told': [
    ...[lockAt(JAN_19), CALLED_OFF, mail(), wait(10 * MINUTE_MS), mail(), BACK_ON, mail()],
    ...[lockAt(JAN_20), mail(), wait(10 * MINUTE_MS), mail(['Cleo', /^It/])],
  ],
})

const outAndBack = {
  cancelled: [CALLED_OFF, BACK_ON],
  deleted: [onSport(deleteRound), onSport(restoreRound)],
} as const
for (const [name, [out, back]] of Object.entries(outAndBack))
  scenarios(`a mail about a lock of a sport that was ${name} meanwhile`, openUntil(JAN_20), {
    'goes out once it is back, and once': [
      ...[at(JAN_20), job(lockRounds), ask, out, mail(), back, mail(), out, mail(), back, mail()],
    ],
    'goes out also when it is found out of play just before, and skipped just after': [
      ...[
        at(JAN_20),
        job(lockRounds),
        ask,
        out,
        whileClaimed(`Not sent: the sport was ${name}`, steps(back, ask)),
      ],
      ...[wait(10 * MINUTE_MS), mail()],
    ],
    'goes out also to a player who shares the mail with one who is away': [
      ...[at(JAN_20), job(lockRounds), ask, onPlayer('Ann', deactivatePlayer), out, mail(), back, mail()],
    ],
  })

scenarios('that they can pick again', OPEN, {
  'is told also where something else kept them from it for a while': [
    ...[onSport(deleteRound), mail(), onSeason(deactivateSeason), onSport(restoreRound), mail()],
    ...[onPlayer('Cleo', deactivatePlayer), onSeason(activateSeason), mail()],
    ...[onPlayer('Cleo', reactivatePlayer), mail('Cleo')],
  ],
  'is told by the first sport that is open again': [
    ...[onSeason(deactivateSeason), mail(), onSport(deleteRound), onSeason(activateSeason), mail()],
    ...[onSport(restoreRound), mail()],
  ],
  'is told of what was undone by then, also to those who share an address with one who is away': [
    ...[onSeason(deactivateSeason), onSeason(activateSeason), onPlayer('Ann', deactivatePlayer)],
    mail('Ann and Bob', 'Ann'),
  ],
})

/** What keeps players from picking, and its end. */
const PAUSES: Record<string, readonly [on: MailStep, off: MailStep]> = {
  'a season that is put aside': [onSeason(deactivateSeason), onSeason(activateSeason)],
  'a season that is deleted': [
    onSeason(deleteSeason),
    steps(onSeason(restoreSeason), onSeason(activateSeason)),
  ],
  'a sport that is deleted': [onSport(deleteRound), onSport(restoreRound)],
  'a participant who is taken out': [leaves('Cleo'), comesBack('Cleo')],
  'a player who is deactivated': [onPlayer('Cleo', deactivatePlayer), onPlayer('Cleo', reactivatePlayer)],
}
for (const [what, [on, off]] of Object.entries(PAUSES))
  scenarios(`that they cannot pick because of ${what}`, OPEN, {
    'is told at once, and that they can again': [
      ...[on, mail(['Cleo', /An admin/]), off, mail(['Cleo', /An admin/])],
    ],
    'is told after the lock too, where it was so before': [
      ...[at(later(FOOTBALL.lockTime, -1_000)), on, at(later(FOOTBALL.lockTime, 1_000)), off],
      ...[job(lockRounds), mail(['Cleo', /An admin/])],
    ],
  })

scenarios('that they cannot pick', OPEN, {
  'is not told of what keeps nobody from it': [
    ...[onSeason(deactivateSeason), onSport(deleteRound), onSport(restoreRound)],
    ...[onPlayer('Cleo', deactivatePlayer), onSeason(activateSeason), leaves('Cleo'), mail()],
    ...[at(FOOTBALL.lockTime), onSeason(deactivateSeason), job(lockRounds), mail()],
  ],
  'and that it is over, is told within three days or not at all': [
    ...[onSeason(deactivateSeason), mail(), onSeason(activateSeason), ask, wait(72 * HOUR_MS), mail()],
  ],
  'and that it is over, is told while a sport is open or not at all': [
    ...[onSeason(deactivateSeason), mail(), onSeason(activateSeason), ask, lock, mail()],
  ],
  'is not told to a player who is deleted while no sport is open': [
    ...[at(later(FOOTBALL.lockTime, 5_000)), job(lockRounds), onPlayer('Cleo', deactivatePlayer)],
    ...[deleted('Cleo'), mail()],
  ],
})
scenarios(
  'a player who is deleted',
  {
    ...OPEN,
    league: (players) => OPEN.league(players).withSeason({ name: 'Office Cup' }).withRound(),
  },
  {
    'reads so of each season in which a sport is open': [
      ...[onPlayer('Cleo', deactivatePlayer), deleted('Cleo'), mail()],
    ],
    'reads no more than that before, where that mail has gone out': [
      ...[onPlayer('Cleo', deactivatePlayer), mail(), deleted('Cleo'), mail()],
    ],
  },
)

scenarios('an invitation to pick, and a reminder,', INVITED, {
  'go out': [send('Ann')],
  'are skipped when the sport was locked by hand': [lock, send()],
  'are skipped when the sport was deleted': [onSport(deleteRound), send()],
  'are skipped when the sport was cancelled': [onSport(cancelRound), send()],
  'are skipped when the sport was deleted for ever': [onSport(deleteRound), onSport(purgeRound), send()],
  'are skipped when the season was deleted': [onSeason(deleteSeason), send()],
  'are skipped when the season has ended': [end, send()],
  'are skipped when the season was deactivated': [onSeason(deactivateSeason), send()],
  'are skipped when the player was deactivated': [onPlayer('Ann', deactivatePlayer), send()],
  'are skipped when the player was removed': [deleted('Ann'), send()],
  'are skipped when the player was taken out of the season': [leaves('Ann'), send()],
  'are skipped when the player has no address any more': [addressOf('Ann', null), send()],
  'are skipped when the lock time has come, published or not': [at(FOOTBALL.lockTime), send()],
  'are suppressed while mail is off': [onSettings((state) => switchNotifications(state, false)), send()],
  'go out when somebody else has picked': [picks('Bob', 'Reds'), send()],
  'go out but for the reminder when the player has picked': [picks('Ann', 'Reds'), send()],
  'go out but for the reminder when an admin has picked for the player': [enter('Ann', 'Reds'), send()],
  'go out but for the reminder when the player wants none': [
    onPlayer('Ann', (state) => declineMail(state, 'reminders')),
    send(),
  ],
  'are replaced by later ones that say the same': [
    ...[remind('Ann'), onNotices('Ann', resendPickLink), ask, send()],
  ],
})

scenarios(
  'a link to an open sport comes',
  { ...OPEN, before: [] },
  {
    'one mail to each address, with a link for each of those who share it, and once': [
      ...[mail('Ann and Bob'), mail(), forgetCheckpoint, atOnce(ask, ask), mail()],
    ],
    'at the address that the player has when it is sent, and those who move out get their own': [
      ...[ask, addressOf('Bob', 'bob@example.com'), send(), send()],
    ],
    'also to players who join the season late, one mail for those who share an address': [
      ...[mail(), joins('Eve', 'late@example.com'), joins('Fay', 'late@example.com'), mail()],
    ],
    'also to a player who gets an address, or another one': [
      ...[mail(), addressOf('Dan', 'dan@example.com'), addressOf('Cleo', 'new@example.com'), mail()],
    ],
    'not again to a player who was inactive meanwhile': [
      ...[mail(), onPlayer('Cleo', deactivatePlayer), onPlayer('Cleo', reactivatePlayer), mail()],
    ],
    'with the lock time of the moment, as long as the sport is open': [
      ask,
      edit({ locksAt: '2027-10-01T18:00:00.000Z', timeZone: 'Asia/Kolkata' }),
      ...[at('2027-09-15T12:00:00.000Z'), send(['Cleo', /^Picks lock/])],
    ],
  },
)

scenarios('about what players count on not to happen', SEALED, {
  'an admin who looks at picks is told of': [because('A complaint', LOOK), mail('Ann')],
  'an admin who copies a link is told of': [onNotices('Ann', copyPickLink), mail('Ann')],
  'a look is told of also where the sport is deleted for ever before the mail goes out': [
    ...[because('A complaint', LOOK), ask, SPORT_GONE, mail('Ann')],
  ],
  'a copied link is told of also where the season is deleted for ever before the mail goes out': [
    ...[onNotices('Ann', copyPickLink), ask, SEASON_GONE, mail('Ann')],
  ],
  'so is a season that is deleted, and then for ever': [
    ...[onSeason(deleteSeason), ask, onSeason(purgeSeason), mail('Ann')],
  ],
  'other words are told of': [edit({ sportName: 'Rugby' }), mail('Ann')],
  'a season that is put aside is told of, and that it is back': [
    ...[onSeason(deactivateSeason), mail('Ann'), onSeason(activateSeason), mail('Ann')],
  ],
  'a player who is deleted reads it, in words that no longer change': [
    onPlayer('Ann', deactivatePlayer),
    ...[deleted('Ann'), mail('Ann')],
  ],
  'a former address is told of the new one': [addressOf('Ann', 'new@example.com'), mail('Ann')],
  'each of two changes is told to the address that it took away, and the links come once': [
    ...[addressOf('Ann', 'second@example.com'), addressOf('Ann', 'third@example.com'), mail()],
  ],
  'the last reminder before the lock says that it is': [
    ...[BEFORE_LOCK, at(later(FOOTBALL.lockTime, -6 * HOUR_MS)), job(remindPlayers), mail('Ann')],
  ],
})

const SEVERAL: Omit<Scenario, 'steps'> = {
  players: [
    { name: 'Ann', email: 'ann@example.com' },
    { name: 'Bob', email: 'Ann@Example.com' },
    { name: 'Cleo', email: null },
    { name: 'Dan', email: 'dan@example.com' },
  ],
  league: (players) =>
    aLeague()
      .withPlayers(players)
      .withSeason()
      .withDraft()
      .withDraft({ sportName: 'Tennis', lockTime: '2027-05-01T18:00:00.000Z', emailMessage: 'On grass' })
      .withDraft({ sportName: 'Oscars', lockTime: '2027-09-01T18:00:00.000Z' }),
  before: [activate(1, 2, 3), ask],
}
const OF_DAN = ['Dan', /^\*|^Pick for|lock:/] as const

scenarios('when several sports are activated together', SEVERAL, {
  'each address gets one mail with all links, the first lock first; and once': [
    ...[send('Dan', ['Ann and Bob', /^\*|^Pick for|^</]), forgetCheckpoint, mail()],
  ],
  'it counts as told about each, also to a player who was inactive meanwhile': [
    ...[send(), onPlayer('Dan', deactivatePlayer), onPlayer('Dan', reactivatePlayer), mail()],
  ],
  'a player who joins the season later gets all links in one mail as well, and nobody else does': [
    ...[send(), joins('Eve', 'eve@example.com'), mail(['Eve', /^\*/])],
  ],
  'mail that is switched off is kept as suppressed': [
    ...[onSettings((state) => switchNotifications(state, false)), send()],
  ],
  'one that was deleted is left out, and its link follows when it is restored': [
    ...[inSport(2, onSport(deleteRound)), send(OF_DAN), inSport(2, onSport(restoreRound)), mail()],
  ],
  'what has locked is left out, and the last one left is asked for alone': [
    at(FOOTBALL.lockTime),
    send('Dan'),
  ],
  'it is skipped as a whole when all of them have locked': [
    ...[lock, inSport(2, lock), inSport(3, lock), send()],
  ],
  'a player who has moved to another address gets all links there': [
    ...[addressOf('Bob', 'bob@example.com'), send(['Ann', /^</], ['Bob', /^</])],
  ],
})
scenarios(
  'when several sports are activated together, and the mails start late',
  { ...SEVERAL, before: [] },
  {
    'a start between their events loses no link and brings none twice': [
      ...[activate(1, 2, 3), startAfterFirst('RoundActivated'), mail(['Dan', /^</])],
    ],
  },
)

scenarios(
  'links that are too many for one mail',
  {
    players: SEVERAL.players.slice(0, 2),
    league: (players) =>
      Array.from({ length: 20 }, (_, index) => `${20 - index}`.padStart(2, '0')).reduce(
        (plan, day) => plan.withDraft({ sportName: `Day ${day}`, lockTime: `2027-05-${day}T18:00:00.000Z` }),
        aLeague().withPlayers(players).withSeason(),
      ),
  },
  {
    'are told by lock, the next ones in the first mail': [
      ...[activate(...Array.from({ length: 20 }, (_, index) => index + 1)), mail(['Ann and Bob', /^\* Day/])],
    ],
  },
)

scenarios(
  'when the mail server refuses a mail',
  { ...OPEN, before: [], hasMailServer: true },
  {
    'for now, it tells what is true when it goes out, whatever an earlier one told': [
      ...[refuse('cleo@example.com', { code: 450, reply: 'Busy' }), mail(), edit({ sportName: 'Rugby' })],
      ...[refuse('cleo@example.com', null), wait(30_000), send()],
    ],
    'for good, its address gets no other': [
      ...[refuse('cleo@example.com', { code: 550, reply: '5.1.1 No such mailbox' }), mail(), lock, mail()],
    ],
  },
)

/** Of the same players, due on a date in Auckland, then in Berlin, then in New York. */
const ABROAD: Omit<Scenario, 'steps'> = {
  start: '2027-01-11T20:00:00.000Z',
  players: FAMILY,
  league: (players) =>
    aLeague()
      .withPlayers(players)
      .withSeason({ name: 'Gridiron Cup', commissioner: 'Dana' })
      .withRound({ sportName: 'Gridiron', lockTime: '2027-01-14T18:00:00.000Z', emailMessage: 'On turf' })
      .withSeason({ name: 'Handball Cup' })
      .withRound({ sportName: 'Handball', lockTime: '2027-01-13T19:00:00.000Z', timezone: 'Europe/Berlin' })
      .withSeason({ name: 'Rugby Cup', picksSealed: true })
      .withRound({ sportName: 'Rugby', lockTime: '2027-01-20T06:00:00.000Z', timezone: 'Pacific/Auckland' }),
  before: [set(() => ({ reminderGrouping: 'one_mail' })), mail()],
}
const [AUCKLAND, BERLIN, NEW_YORK] = [-3, 9, 15].map((hour) =>
  later('2027-01-12T00:00:00.000Z', hour * HOUR_MS),
) as [string, string, string]
const remindAt = (now: string, ...reads: readonly Reader[]) =>
  steps(at(now), job(remindPlayers), mail(...reads))
const FAMILY_READS = ['Ann and Bob', /^\d|^\*|^</] as const

scenarios('one mail a day', ABROAD, {
  'has every missing pick of an address, of each season and zone, and the other reminders of that day are skipped':
    [
      remindAt(AUCKLAND, 'Ann and Bob', 'Cleo'),
      ...[remindAt(BERLIN), remindAt(NEW_YORK), remindAt(later(AUCKLAND, 24 * HOUR_MS), ['Cleo', /^\d/])],
    ],
  'has no pick that was made meanwhile, and has those of everybody else at its address': [
    inSport(3, picks('Ann', 'Reds')),
    ...[
      inSport(2, picks('Bob', 'Reds')),
      inSport(3, picks('Cleo', 'Reds')),
      remindAt(AUCKLAND, FAMILY_READS),
    ],
    ...[inSport(2, picks('Ann', 'Reds')), remindAt(BERLIN), remindAt(NEW_YORK)],
  ],
  'tells of one sport as always': [
    ...[inSport(2, onSport(cancelRound)), inSport(3, picks('Cleo', 'Reds'))],
    ...[
      picks('Ann', 'Reds'),
      picks('Bob', 'Reds'),
      remindAt(AUCKLAND, ['Ann and Bob', /./]),
      remindAt(NEW_YORK),
    ],
  ],
  'is one also where all are due at the same moment, and the server was away until then': [
    ...[2, 3].map((roundId) => inSport(roundId, edit({ timeZone: 'America/New_York' }))),
    remindAt(later(NEW_YORK, 3 * HOUR_MS), FAMILY_READS),
  ],
  'is not there for those who want none, and is for those who share their address': [
    onPlayer('Bob', (state) => declineMail(state, 'reminders')),
    ...[remindAt(AUCKLAND, ['Ann', /^\d|^\*|^</]), remindAt(BERLIN)],
  ],
  'leaves out what locks before its own reminder': [
    inSport(2, edit({ locksAt: later(BERLIN, -HOUR_MS) })),
    remindAt(AUCKLAND, FAMILY_READS),
  ],
  'follows a player who moves out before it goes out': [
    ...[at(AUCKLAND), job(remindPlayers), ask, addressOf('Bob', 'bob@example.com')],
    ...[send(['Ann', /^\d/], ['Bob', /^\d/]), remindAt(BERLIN)],
  ],
  'is off unless it is asked for': [
    set(() => ({ reminderGrouping: 'per_sport' })),
    ...[remindAt(AUCKLAND), remindAt(BERLIN), remindAt(NEW_YORK)],
  ],
})
scenarios(
  'one mail a day that waits for the mail server',
  { ...ABROAD, hasMailServer: true },
  {
    'tells all of it once it is there': [
      ...[refuse('cleo@example.com', { code: 450, reply: 'Busy' }), remindAt(AUCKLAND), remindAt(BERLIN)],
      ...[refuse('cleo@example.com', null), remindAt(NEW_YORK, ['Cleo', /^\*/])],
    ],
    'gives way to that of the next day': [
      ...[refuse('cleo@example.com', { code: 450, reply: 'Busy' }), remindAt(AUCKLAND)],
      remindAt(later(AUCKLAND, 24 * HOUR_MS)),
      ...[refuse('cleo@example.com', null), wait(24 * HOUR_MS), send(['Cleo', /^\*/])],
    ],
  },
)
scenarios(
  'the last reminder with one mail a day',
  { ...ABROAD, before: [BEFORE_LOCK, ...(ABROAD.before ?? [])] },
  {
    'names what else locks within 24 hours and a reader has not picked': [
      ...[inSport(1, picks('Bob', 'Reds')), picks('Cleo', 'Reds'), job(remindPlayers), mail()],
      remindAt('2027-01-13T18:00:00.000Z', 'Ann and Bob', ['Cleo', /Also/]),
    ],
  },
)

/** Read when a test asks: those before it may have recorded more. */
const recorded = () =>
  readdirSync(`${import.meta.dirname}/golden`)
    .map((name) => readFileSync(`${import.meta.dirname}/golden/${name}`, 'utf8'))
    .join('\n')

test.each(TEMPLATE_NAMES)('what a mail says is recorded: %s', (template) => {
  expect(recorded()).toContain(`, ${template}:\n`)
})
test.each(Object.values(TEMPORARY))('what delays a mail is recorded: %s', (reason) => {
  expect(recorded()).toContain(`Not sent: ${reason}\n`)
})
