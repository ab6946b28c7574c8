import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const NAMES = ['Champion', '', 'Golden Boot']

let league: RunningLeague
let cup: number
let token: string

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withDraft({
      ...OSCARS,
      sportName: 'World Cup',
      lockTime: LOCKS_AT,
      slotNames: NAMES,
    })
    .start()
  cup = league.roundId
  token = league.tokenFor(cup, league.idOf('Ann'))
})
afterAll(() => league?.close())

const edit = (changes: object) => league.admin.put(`/admin/rounds/${cup}`, changes)
const sport = () => done(league.admin.get(`/admin/rounds/${cup}`))
const lastEntry = async (query = '') =>
  (await done(league.admin.get(`/admin/history?${query}`))).entries[0] as Answer['body']
const mailTo = (name: string, template: string) =>
  eventually(`a mail ${template} to ${name}`, async () => {
    const { mails } = await done(league.admin.get('/admin/outbox'))
    const to = `${name.toLowerCase()}@example.com`
    const found = mails.find((mail: Answer['body']) => mail.to === to && mail.template === template)
    // What waits is told with what comes next.
    return found && found.state !== 'queued' && (found.text as string)
  })
const board = async (query = '') =>
  (await done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}${query}`))) as Answer['body']
const boardSport = async (query = '') =>
  (await board(query)).rounds.find(({ id }: Answer['body']) => id === cup)

describe('write-ins with names', () => {
  test('are given with the sport, and read back', async () => {
    expect((await sport()).slot_names).toEqual(NAMES)
    expect((await lastEntry('kind=sports')).sentence).toContain(
      'up to 3 write-ins (Champion, Pick 2, Golden Boot)',
    )
  })

  test.each<[string, object, string]>([
    [
      'are at most fifty letters long',
      { slotNames: ['x'.repeat(51)] },
      'Name of a pick must be at most 50 characters',
    ],
    ['are no more than ten', { slotNames: Array(11).fill('') }, 'A sport has at most 10 names of picks'],
    [
      'are text that can be stored',
      { slotNames: ['A\0'] },
      'The text contains characters that cannot be stored',
    ],
  ])('%s', async (_, changes, error) => {
    const answer = await edit(changes)
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })

  test('are in the invitation, on the board and at the link', async () => {
    await done(league.admin.post(`/admin/rounds/${cup}/activate`))
    expect(await mailTo('Ann', 'pick-link')).toContain('Champion, Pick 2 and Golden Boot')
    const same = { ...OSCARS, sportName: 'World Cup', lockTime: LOCKS_AT, slotNames: NAMES }
    await done(edit({ ...same, emailMessage: 'Good luck!' }))
    expect((await boardSport()).slot_names, 'kept by the server').toEqual(NAMES)
    expect((await done(league.visitor.get(`/picks/${token}`))).round.slotNames).toEqual(NAMES)
  })

  test('keep what each text was written for, also after one that is left empty', async () => {
    const saved = await done(league.visitor.post(`/picks/${token}`, { picks: ['', ' ', 'Kane'] }))
    const pickItems = [{ pickNumber: 3, pickValue: 'Kane' }]
    expect(saved).toMatchObject({ pickItems, versions: [{ picks: ['Golden Boot: Kane'] }] })
    const seen = await done(league.visitor.get(`/picks/${token}`))
    expect(seen).toMatchObject({ currentPick: { pickItems }, versions: [{ picks: ['Golden Boot: Kane'] }] })
    expect((await lastEntry('kind=picks')).sentence).toBe('Ann picked Golden Boot: Kane for World Cup')
    const page = await (await fetch(`${league.application.url}/pick/${token}`)).text()
    expect(page).toContain('<bdi>Golden Boot: Kane</bdi>')
    expect(page).toContain('<ul><li><bdi>Champion</bdi></li><li><bdi>Pick 2</bdi></li>')
  })

  test('are told by admins who enter a pick, by the undo of it and by its mail', async () => {
    const entry = { userId: league.idOf('Ann'), roundId: cup, reason: 'By phone' }
    await done(league.admin.post('/admin/picks', { ...entry, picks: ['Spain', '', 'Yamal'] }))
    const { sentence, eventId } = await lastEntry('kind=picks')
    expect(sentence).toBe(
      'Connie entered the pick of Ann for World Cup: Champion: Spain and Golden Boot: Yamal (was: Golden Boot: Kane)',
    )
    expect(await mailTo('Ann', 'pick-entered')).toContain('Champion: Spain, Golden Boot: Yamal')
    await done(league.admin.post(`/admin/history/${eventId}/undo`, { reason: 'A slip' }))
    expect((await done(league.visitor.get(`/picks/${token}`))).currentPick.pickItems).toEqual([
      { pickNumber: 3, pickValue: 'Kane' },
    ])
  })

  test('are on the boards, of today and of the past, and in what explains them', async () => {
    expect((await boardSport()).slot_names).toEqual(['Champion', '', 'Golden Boot'])
    league.clock.set(LOCKS_AT)
    const code = (await done(league.visitor.get(`/picks/${token}`))).receipt.code
    await eventually('the lock', async () => (await sport()).status === 'locked')
    expect((await done(league.visitor.get(`/public/receipts/${code}`))).picks).toEqual(['Golden Boot: Kane'])
    const ann = { userId: league.idOf('Ann'), placement: 'first' }
    await done(
      league.admin.post(`/admin/rounds/${cup}/complete`, {
        ...{ firstPlaceTeam: 'Spain', manualScores: [ann] },
        rightAnswers: [['Spain'], [], ['Kane', 'H. Kane']],
      }),
    )
    const right_answers = [
      { name: 'Champion', answers: ['Spain'] },
      { name: 'Pick 2', answers: [] },
      { name: 'Golden Boot', answers: ['Kane', 'H. Kane'] },
    ]
    expect(await sport()).toMatchObject({ first_place_team: null, right_answers })
    expect(await boardSport()).toMatchObject({ right_answers })
    expect((await lastEntry('kind=sports')).sentence).toBe(
      'Connie completed World Cup: Champion: Spain, Golden Boot: Kane / H. Kane; places of the players: Ann 1st',
    )
    const path = `/public/leaderboard/season/${league.seasonId}/players/${league.idOf('Ann')}`
    const [cell] = (await done(league.visitor.get(path))).cells
    expect(cell.picks).toEqual(['Golden Boot: Kane'])
    expect(cell.sentence).toContain('An admin entered Golden Boot: Kane for Ann.')
    expect(cell).toMatchObject({ right_answers })
    expect(await mailTo('Ann', 'results')).toMatch(/Champion: Spain\s+Golden Boot: Kane \/ H. Kane/)
    const { mails } = await done(league.admin.get('/admin/outbox'))
    expect(mails.map(({ subject }: Answer['body']) => subject)).toContain('World Cup: results')
    const past = await board(`?afterRound=${cup}`)
    expect(past.rounds[0].slot_names).toEqual(['Champion', '', 'Golden Boot'])
    expect(past.leaderboard[0].picks[cup].pickItems).toEqual([{ pickNumber: 3, pickValue: 'Kane' }])
  })

  test('can be corrected in what was right under one of them, with the former answers in mail and history', async () => {
    const ann = { userId: league.idOf('Ann'), placement: 'first' }
    const same = { firstPlaceTeam: 'Spain', manualScores: [ann], reason: 'A late goal' }
    await done(
      league.admin.post(`/admin/rounds/${cup}/correct`, { ...same, rightAnswers: [['Spain'], [], ['Kane']] }),
    )
    expect((await lastEntry('kind=sports')).sentence).toContain(
      'Golden Boot: Kane; places of the players: Ann 1st (was: Champion: Spain, Golden Boot: Kane / H. Kane; places',
    )
    const mailThat = (says: string) =>
      eventually(`the mail that says ${says}`, async () => {
        const { mails } = await done(league.admin.get('/admin/outbox'))
        const gone = mails.filter(({ state }: Answer['body']) => state === 'kept')
        const texts: string[] = gone.map(({ text }: Answer['body']) => text)
        return texts.find((text) => text?.includes(says))
      })
    await mailThat('Golden Boot: Kane (was Kane / H. Kane)')
    await done(league.admin.post(`/admin/rounds/${cup}/correct`, { ...same, secondPlaceTeam: 'France' }))
    // Else the next mail would compare with the one before this.
    await mailThat('France')
    await done(
      league.admin.post(`/admin/rounds/${cup}/correct`, {
        ...{ ...same, reason: 'By name again', rightAnswers: [['Spain'], [], ['Kane']] },
      }),
    )
    expect((await sport()).second_place_team).toBeNull()
    const again = await mailThat('By name again')
    expect(again).toContain('Champion: Spain')
    expect(again).not.toMatch(/was nobody/i)
    await done(league.admin.post(`/admin/rounds/${cup}/unlock`, { reason: 'Once more' }))
    expect((await sport()).right_answers).toHaveLength(3)
    expect((await boardSport()).right_answers).toBeUndefined()
  })

  test('are nowhere in the answers about a sport without them', async () => {
    const plain = await league.openRound({ ...OSCARS, lockTime: '2027-03-01T12:00:00Z' })
    const own = await league.visitor.get(`/picks/${league.tokenFor(plain, league.idOf('Ann'))}`)
    expect(own.body.round).not.toHaveProperty('slotNames')
    expect(await done(league.admin.get(`/admin/rounds/${plain}`))).not.toHaveProperty('slot_names')
  })
})
