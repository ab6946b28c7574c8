import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PickEvent } from '../../domain/picks/pick.ts'
import type { PlayerEvent } from '../../domain/players/player.ts'
import type { RoundEvent } from '../../domain/rounds/round.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import { eventually } from '../support/eventually.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const NAMES = ['World champion', 'Relegated']
const QUESTION = { question: 'How many goals?', unit: 'goals' }

/**
 * What each event does to what somebody has picked or guessed.
 * `fixed`: refused once the sport is active, or its team picked, as tests/domain/slot-names, tie-break-question and round-editing show. `told`: in the record, in the story and in a mail, and everything said
 * before keeps its words. `shown`: in the record and in the story, but no pick refers to it. `same`: a pick says what it
 * said, whatever this does to what it counts for: a renamed team is the same team, its pick shows both names, and its players are told.
 */
type Effect = 'fixed' | 'told' | 'shown' | 'same'

const OF_ROUND: Record<RoundEvent['type'], Effect> = {
  RoundPickTypeChanged: 'fixed',
  TieBreakQuestionSet: 'fixed',
  TieBreakQuestionDropped: 'fixed',
  RoundTeamsChanged: 'fixed',
  RoundTeamRenamed: 'same',
  RoundRenamed: 'told',
  RoundEmailMessageChanged: 'told',
  RoundCreated: 'same',
  RoundCopied: 'same',
  RoundRescheduled: 'same',
  RoundWeightSet: 'same',
  ActivationPlanned: 'same',
  ActivationUnplanned: 'same',
  ActivationFailed: 'same',
  RoundActivated: 'same',
  PicksLookedAt: 'same',
  RoundLocked: 'same',
  TieBreakAnswered: 'same',
  RoundCompleted: 'same',
  RoundUnlocked: 'same',
  RoundCancelled: 'same',
  RoundReinstated: 'same',
  RoundDeleted: 'same',
  RoundRestored: 'same',
  RoundPurged: 'same',
}

const OF_SEASON: Record<SeasonEvent['type'], Effect> = {
  SeasonRenamed: 'told',
  SeasonYearsChanged: 'told',
  SeasonNoteChanged: 'shown',
  SeasonCreated: 'same',
  SeasonCopied: 'same',
  CommissionerChanged: 'same',
  SeasonActivated: 'same',
  SeasonDeactivated: 'same',
  ParticipantAdded: 'same',
  ParticipantRemoved: 'same',
  SeasonEnded: 'same',
  SeasonRulesKept: 'same',
  SeasonRulesSet: 'same',
  SeasonRulesFollowed: 'same',
  PicksSealedFromAdmins: 'same',
  PicksUnsealedForAdmins: 'same',
  JoinLinkOpened: 'same',
  JoinLinkClosed: 'same',
  SeasonReopened: 'same',
  SeasonDeleted: 'same',
  SeasonRestored: 'same',
  SeasonPurged: 'same',
}

/** Who a pick is of is told by the player's id, and each version of a pick is an event of its own. */
const OF_OTHERS: Record<PickEvent['type'] | PlayerEvent['type'], 'same'> = {
  PickSubmitted: 'same',
  PickEntered: 'same',
  PickEntryWithdrawn: 'same',
  TieBreakGuessed: 'same',
  TieBreakGuessEntered: 'same',
  PickAskedLate: 'same',
  PlayerAdded: 'same',
  PlayerRenamed: 'same',
  PlayerEmailChanged: 'same',
  PlayerDeactivated: 'same',
  PlayerReactivated: 'same',
  PlayerRemoved: 'same',
  MailDeclined: 'same',
  MailWelcomed: 'same',
  PickLinksRequested: 'same',
  PlayerLinksReplaced: 'same',
}

let league: RunningLeague
let cup: number
let football: number

const put = (path: string, body: object) => league.admin.put(`/admin${path}`, body)
const token = (name: string, roundId = cup) => league.tokenFor(roundId, league.idOf(name))
const pick = (name: string, body: object, roundId = cup) =>
  league.visitor.post(`/picks/${token(name, roundId)}`, body)
const own = (name: string, roundId = cup): Promise<Answer['body']> =>
  done(league.visitor.get(`/picks/${token(name, roundId)}?story=true`))
const publicStory = (name: string, roundId = cup): Promise<Answer['body']> =>
  done(
    league.visitor.get(`/public/seasons/${league.seasonId}/rounds/${roundId}/players/${league.idOf(name)}`),
  )
const record = async (): Promise<Answer['body'][]> =>
  (await done(league.visitor.get(`/public/seasons/${league.seasonId}/record`))).entries
const history = async (query: string): Promise<Answer['body'][]> =>
  (await done(league.admin.get(`/admin/history?${query}`))).entries
const refusal = ({ status, body }: Answer) => [status, body.error]
const undo = ({ eventId }: Answer['body']) =>
  league.admin.post(`/admin/history/${eventId}/undo`, { reason: 'A slip' })
const isTold = (name: string, { subject, parts }: NonNullable<Told['mail']>) =>
  eventually(`a mail to ${name} that tells ${parts}`, async () => {
    const { mails } = await done(league.admin.get('/admin/outbox'))
    const to = `${name.toLowerCase()}@example.com`
    return mails.some(
      (mail: Answer['body']) =>
        mail.to === to &&
        // What waits is told with what comes next.
        mail.state !== 'queued' &&
        mail.template === 'reworded' &&
        mail.subject.startsWith(subject) &&
        parts.every((part) => mail.text.includes(part)),
    )
  })
const sentencesOf = ({ events }: Answer['body'], kind: string): string[] =>
  events
    .filter((event: Answer['body']) => event.kind === kind)
    .map(({ sentence }: Answer['body']) => sentence)

beforeAll(async () => {
  league = await aLeague().withPlayers('Ann', 'Bob').withSeason().start()
  cup = await league.openRound({
    ...{ ...OSCARS, sportName: 'World Cup winner', lockTime: LOCKS_AT },
    ...{ numWriteInPicks: 2, slotNames: NAMES, tieBreak: QUESTION },
  })
  football = await league.openRound({ lockTime: LOCKS_AT })
  await done(pick('Ann', { picks: ['Spain', 'Malta'], guess: 40 }))
  await done(pick('Ann', { picks: ['Reds'] }, football))
})
afterAll(() => league?.close())

test('each event of rounds, seasons, picks and players is decided on', () => {
  const effects = Object.entries({ ...OF_ROUND, ...OF_SEASON, ...OF_OTHERS })
  const ofEffect = (wanted: Effect) => effects.filter(([, effect]) => effect === wanted).map(([type]) => type)
  expect([...ofEffect('told'), ...ofEffect('shown')].sort()).toEqual(Object.keys(TOLD).sort())
})

const QUESTION_STAYS =
  'The tie-break question is fixed once a sport is active. Cancel it and add another one instead'

type Told = {
  act: () => Promise<Answer>
  sentence: string
  /** Null where none goes out. */
  mail: { subject: string; parts: readonly string[] } | null
}

const TOLD: Record<string, Told> = {
  RoundRenamed: {
    act: () => put(`/rounds/${cup}`, { sportName: 'World Cup runner-up', reason: 'A typo' }),
    sentence: 'Connie renamed the sport World Cup loser to World Cup runner-up',
    mail: {
      subject: 'World Cup runner-up',
      parts: ['World Cup runner-up (was World Cup loser)', 'A typo', 'Connie'],
    },
  },
  RoundEmailMessageChanged: {
    act: () => put(`/rounds/${cup}`, { emailMessage: 'The champion of the group counts' }),
    sentence: 'Connie changed the message in the mails of World Cup runner-up',
    mail: { subject: 'World Cup runner-up', parts: ['The champion of the group counts'] },
  },
  SeasonRenamed: {
    act: () =>
      put(`/seasons/${league.seasonId}`, {
        name: 'Cup of 2028',
        yearStart: 2027,
        yearEnd: 2027,
        reason: 'Late',
      }),
    sentence: 'Connie renamed the season Family Cup to Cup of 2028',
    mail: { subject: 'Cup of 2028', parts: ['Cup of 2028, 2027 (was Family Cup, 2027)', 'Late'] },
  },
  SeasonYearsChanged: {
    act: () => put(`/seasons/${league.seasonId}`, { name: 'Cup of 2028', yearStart: 2027, yearEnd: 2028 }),
    sentence: 'Connie changed the years of Cup of 2028 from 2027 to 2027–2028',
    mail: { subject: 'Cup of 2028', parts: ['2027–2028'] },
  },
  SeasonNoteChanged: {
    act: () => put(`/seasons/${league.seasonId}/note`, { note: 'Champion means of the group' }),
    sentence:
      'Connie changed the note under the rules of Cup of 2028 from none to “Champion means of the group”',
    mail: null,
  },
}

describe('what a pick or a guess answers is fixed before anybody can pick', () => {
  test('where more picks are allowed, the new ones get names and the others keep theirs', async () => {
    await done(put(`/rounds/${cup}`, { numWriteInPicks: 3, slotNames: [...NAMES, 'Golden Boot'] }))
    const { versions, story } = await own('Ann')
    expect(versions[0].picks).toEqual(['World champion: Spain', 'Relegated: Malta'])
    expect(sentencesOf(story, 'words').at(-1)).toContain('Golden Boot')
  })

  test('a question that left a cancelled sport makes room for no other one, so that no guess answers another', async () => {
    const round = await league.draftRound({ sportName: 'Tennis', lockTime: LOCKS_AT })
    const path = `/rounds/${round}`
    const cancel = (reason: string) => league.admin.post(`/admin${path}/cancel`, { reason })
    await done(league.admin.post(`/admin/rounds/${cup}/cancel`, { reason: 'Storm' }))
    await done(put(`${path}/tie-break`, QUESTION))
    await done(cancel('Rain'))
    await done(league.admin.post(`/admin/rounds/${cup}/reinstate`))
    expect((await own('Ann')).round).not.toHaveProperty('tieBreak')
    const other = { ...QUESTION, question: 'How many cards?' }
    expect(refusal(await put(`/rounds/${cup}/tie-break`, other))).toEqual([409, QUESTION_STAYS])
    expect((await own('Ann')).round).not.toHaveProperty('tieBreak')
    const told = (await record()).filter(({ sentence }) => sentence.includes('question'))
    expect(told.map(({ sentence }) => sentence)).toEqual([
      'Connie removed the tie-break question of World Cup winner (was: “How many goals?”, in goals)',
    ])
  })
})

describe('what sport and season are called changes in the open', () => {
  const rename = { sportName: 'World Cup loser', reason: 'A better name' }
  const season = { name: 'Family Cup of 2028', yearStart: 2027, yearEnd: 2027, reason: 'Next year' }

  test('a pick keeps the words of its time in story, receipt and history, and says what is now', async () => {
    await done(put(`/rounds/${cup}`, rename))
    // Else the mail about the next rename would tell of this one too.
    for (const name of ['Ann', 'Bob'])
      await isTold(name, { subject: 'World Cup loser', parts: ['World Cup loser (was World Cup winner)'] })
    await done(pick('Bob', { picks: ['Malta', 'Spain'] }))
    const [ann, bob] = [await own('Ann'), await own('Bob')]
    expect(sentencesOf(ann.story, 'pick')).toEqual([
      'Ann picked World champion: Spain and Relegated: Malta for World Cup winner',
    ])
    expect(sentencesOf(bob.story, 'pick')).toEqual([
      'Bob picked World champion: Malta and Relegated: Spain for World Cup loser',
    ])
    const renames = [{ from: 'World Cup winner', to: 'World Cup loser', reason: 'A better name' }]
    expect(ann).toMatchObject({ round: { sportName: 'World Cup loser' }, renames })
    expect(await own('Ann', football)).not.toHaveProperty('renames')
    const receiptOf = ({ receipt }: Answer['body']) =>
      done(league.visitor.get(`/public/receipts/${receipt.code}`))
    expect(await receiptOf(ann)).toMatchObject({
      sportName: 'World Cup loser',
      calledThen: { sportName: 'World Cup winner', seasonName: 'Family Cup' },
    })
    expect(await receiptOf(bob)).not.toHaveProperty('calledThen')
    const told = (await history(`round=${cup}&kind=picks`)).map(({ sentence }) => sentence)
    expect(told.filter((sentence) => sentence.includes('for World Cup winner'))).not.toEqual([])
    expect(told.filter((sentence) => sentence.includes('for World Cup loser'))).toHaveLength(1)
  })

  test.each(Object.keys(TOLD))(
    '%s is in the record, in the story, and in a mail where picks refer to it',
    async (type) => {
      const { act, sentence, mail } = TOLD[type] as Told
      await done(act())
      const deed = { type: 'words_changed', admin: 'Connie', sentence }
      expect((await record())[0]).toMatchObject(deed)
      for (const story of [await publicStory('Ann'), (await own('Ann')).story]) {
        expect(story.events).toContainEqual(expect.objectContaining({ kind: 'words', by: 'admin', sentence }))
      }
      if (mail === null) return
      for (const name of ['Ann', 'Bob']) await isTold(name, mail)
    },
  )

  test('an undo is told like the change', async () => {
    const [renamed] = (await history(`round=${cup}&kind=sports`)).filter(
      ({ type }) => type === 'RoundRenamed',
    )
    await done(undo(renamed))
    expect((await record())[0]).toMatchObject({ type: 'undone', reason: 'A slip' })
    const { renames } = await own('Ann')
    expect(renames.at(-1)).toMatchObject({ to: renames.at(-2).from, reason: 'A slip' })
  })

  test('a draft and a season without an open sport are reworded in silence', async () => {
    const { id } = await done(league.admin.post('/admin/seasons', { ...season, name: 'Quiet Cup' }))
    const draft = await league.draftRound({ seasonId: id, sportName: 'Golf', lockTime: LOCKS_AT })
    await done(put(`/rounds/${draft}`, { sportName: 'Mini Golf', emailMessage: 'Bring a club' }))
    await done(put(`/seasons/${id}`, { ...season, name: 'Loud Cup' }))
    await done(put(`/rounds/${draft}/tie-break`, QUESTION))
    await done(put(`/rounds/${draft}/tie-break`, { ...QUESTION, question: 'How many strokes?' }))
    expect((await done(league.visitor.get(`/public/seasons/${id}/record`))).entries).toEqual([])
  })
})
