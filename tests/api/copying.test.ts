import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
let football: number
let oscars: number
let next: number

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason({ name: 'Family Cup 2027', yearStart: 2027, yearEnd: 2027 })
    .withRound({
      sportName: 'Football',
      lockTime: '2027-03-14T19:30',
      timezone: 'Europe/Berlin',
      teams: ['Reds', 'Blues'],
      tieBreak: { question: 'How many goals?', unit: 'goals' },
    })
    .withPicks({ Ann: ['Reds'] })
    .withDraft({
      sportName: 'Oscars',
      pickType: 'multiple',
      numWriteInPicks: 2,
      slotNames: ['Picture'],
      lockTime: '2027-03-26T02:30',
      timezone: 'Europe/Berlin',
    })
    .start()
  ;[football = 0, oscars = 0] = league.roundIds
  await done(league.admin.put(`/admin/rounds/${football}/weight`, { weight: 2 }))
  next = (await done(post('/seasons', { name: 'Family Cup 2028', yearStart: 2028, yearEnd: 2028 }))).id
})
afterAll(() => league?.close())

const post = (path: string, body: object = {}) => league.admin.post(`/admin${path}`, body)
const get = async (path: string) => done(league.admin.get(`/admin${path}`))
const copy = (body: object = {}) =>
  post(`/seasons/${next}/copy-sports`, { sourceSeasonId: league.seasonId, ...body })
const sports = () => get(`/rounds/season/${next}`)
const tables = async () => [
  await sports(),
  await get(`/leaderboard/season/${next}`),
  await get('/seasons'),
  await get('/seasons/copy-sources'),
]
const newest = async () => (await get('/history?per=command')).entries[0]

test('a season that has sports can be copied from', async () => {
  expect(await get('/seasons/copy-sources')).toEqual([
    { id: league.seasonId, name: 'Family Cup 2027', year_start: 2027, year_end: 2027, sportCount: 2 },
  ])
})

test('a preview shows what each sport would be, and stores nothing', async () => {
  const before = await newest()
  const preview = `/previews/seasons/${next}/copy-sports`
  const body = { sourceSeasonId: league.seasonId, shift: 'date', opensDaysBefore: 7 }
  expect(await done(post(preview, body))).toEqual({
    rows: [
      {
        fromRoundId: football,
        sportName: 'Football',
        was: '2027-03-14T18:30:00.000Z',
        lockTime: '2028-03-14T18:30:00.000Z',
        timezone: 'Europe/Berlin',
        offsets: expect.arrayContaining([{ from: '2027-03-28T01:00:00.000Z', minutes: 120, name: 'UTC+2' }]),
        teams: 2,
        opensAt: '2028-03-07T18:30:00.000Z',
        warnings: [],
      },
      {
        fromRoundId: oscars,
        sportName: 'Oscars',
        was: '2027-03-26T01:30:00.000Z',
        lockTime: '2028-03-26T01:00:00.000Z',
        timezone: 'Europe/Berlin',
        offsets: expect.arrayContaining([{ from: '2028-03-26T01:00:00.000Z', minutes: 120, name: 'UTC+2' }]),
        teams: 0,
        opensAt: '2028-03-19T02:00:00.000Z',
        warnings: ['Clocks skip the old time on this day, so this is the next one that they show.'],
      },
    ],
    skipped: [],
  })
  expect(await newest()).toEqual(before)
  expect(await sports()).toEqual([])
})

test('what makes no sense is refused, and where', async () => {
  const inGap = [{ roundId: oscars, lockTime: '2028-03-26T02:30' }]
  for (const [body, field, problem] of [
    [{ sourceSeasonId: next }, 'sourceSeasonId', 'A season cannot be copied into itself. Choose another one'],
    [
      { rounds: inGap },
      'lockTime',
      '2028-03-26 02:30 does not exist in Europe/Berlin: the clocks skip it. Choose another time',
    ],
    [
      { roundIds: [football], rounds: [{ roundId: oscars, lockTime: '2028-03-25T02:30' }] },
      'rounds',
      'A lock time belongs to a sport that is not copied',
    ],
    [{ shift: 'moon' }, 'shift', 'shift must be weekday, date or keep'],
  ] as const) {
    expect(await copy(body), problem).toMatchObject({
      status: 400,
      body: { details: [{ field, message: problem }] },
    })
  }
  expect(await copy({ sourceSeasonId: 99 })).toMatchObject({ status: 404 })
  expect(await done(copy({ roundIds: [] }))).toMatchObject({ message: 'Nothing was copied', copied_count: 0 })
})

describe('copied sports', () => {
  test('are drafts with all that was typed, and nothing of what was played', async () => {
    const answer = await done(copy({ rounds: [{ roundId: oscars, lockTime: '2028-03-25T02:30' }] }))
    const [second, first] = await sports()
    expect(answer).toEqual({
      message: '2 sports copied',
      copied_count: 2,
      skipped_count: 0,
      rounds: [
        {
          id: first.id,
          fromRoundId: football,
          sportName: 'Football',
          lockTime: '2028-03-12T18:30:00.000Z',
          warnings: [],
        },
        {
          id: second.id,
          fromRoundId: oscars,
          sportName: 'Oscars',
          lockTime: '2028-03-25T01:30:00.000Z',
          warnings: [],
        },
      ],
      skipped: [],
    })
    expect(first).toMatchObject({ status: 'draft', pick_type: 'single', weight: 2, pickedCount: 0 })
    expect(second).toMatchObject({ status: 'draft', num_write_in_picks: 2, slot_names: ['Picture'] })
    const { teams } = await get(`/rounds/${first.id}`)
    expect(teams.map(({ team_name }: { team_name: string }) => team_name)).toEqual(['Blues', 'Reds'])
    const { entries } = await get(`/history?command=${(await newest()).commandId}`)
    expect(entries.at(-1).sentence).toMatch(
      /added the sport Football .*, weight ×2, tie-break question: “How many goals\?”, in goals$/,
    )
  })

  test('are one entry of the history, whose undo leaves all tables as they were', async () => {
    await done(post(`/history/${(await newest()).eventId}/undo`))
    const before = await tables()
    await done(copy({ opensDaysBefore: 1 }))
    const entry = await newest()
    expect(entry).toMatchObject({
      type: 'RoundCopied',
      sentence: 'Connie copied 2 sports from Family Cup 2027 to Family Cup 2028',
      count: 6,
    })
    expect(entry).not.toHaveProperty('mixed')
    const undo = `/history/${entry.eventId}/undo`
    const sentence = '2 sports are deleted, and can be restored.'
    expect(await get(undo)).toMatchObject({ possible: true, sentence })
    expect(await done(post(undo))).toEqual({ message: sentence })
    const error = 'It was changed again later'
    expect(await post(undo), 'again').toMatchObject({ status: 409, body: { error } })
    expect(await tables()).toEqual(before)
    const { entries } = await get('/history?per=command')
    expect(entries[0]).toMatchObject({ type: 'RoundDeleted', undoes: { sentence: entry.sentence } })
    expect(entries[1]).toMatchObject({ eventId: entry.eventId, undoneBy: { count: 6 } })
  })
})

describe('a season from an earlier one', () => {
  const OWN_RULES = {
    points: { first: 8, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 },
    ...{ noPick: -2, dropWorst: 1, tieBreak: ['countback'] },
  }
  const create = async (copyFrom: object, more: object = {}) => {
    const season = { name: 'Family Cup 2029', yearStart: 2029, yearEnd: 2029 }
    const body = { ...season, ...more, copyFrom: { seasonId: league.seasonId, ...copyFrom } }
    return (await done(post('/seasons', body))).id as number
  }
  const whole = async (id: number) => ({
    sports: (await get(`/rounds/season/${id}`)).length,
    participants: (await get(`/season-participants/${id}`)).map(({ name }: { name: string }) => name),
    rules: await get(`/seasons/${id}/rules`),
    season: (await get('/seasons')).find((one: { id: number }) => one.id === id),
  })

  beforeAll(async () => {
    const season = `/admin/seasons/${league.seasonId}`
    await done(league.admin.put(`${season}/rules`, OWN_RULES))
    await done(league.admin.put(`${season}/note`, { note: 'The last one bakes a cake.' }))
    await done(league.admin.post(`${season}/seal-picks`))
    await done(post(`/users/${league.idOf('Bob')}/deactivate`))
  })

  test('has its sports, its active participants, its rules, its note and its seal', async () => {
    const { id: cleo } = await done(post('/users', { name: 'Cleo', email: '' }))
    const id = await create({ opensDaysBefore: 7 }, { participantIds: [cleo], isDefault: true })
    expect(await whole(id)).toMatchObject({
      sports: 2,
      participants: ['Ann', 'Cleo'],
      rules: { followsLeague: false, rules: OWN_RULES },
      season: { picks_sealed: 1, is_default: 1 },
    })
    const { note } = await done(league.visitor.get(`/public/seasons/${id}/rules`))
    expect(note).toBe('The last one bakes a cake.')
    const [, first] = await get(`/rounds/season/${id}`)
    expect(first).toMatchObject({
      sport_name: 'Football',
      lock_time: '2029-03-11T18:30:00.000Z',
      opens_at: '2029-03-04T18:30:00.000Z',
    })
  })

  test('is one entry of the history, whose undo deletes it, and can be undone itself', async () => {
    const entry = await newest()
    expect(entry).toMatchObject({
      type: 'SeasonCopied',
      sentence: 'Connie created Family Cup 2029 from Family Cup 2027',
    })
    expect(entry).not.toHaveProperty('mixed')
    const message = 'The season is deleted, and can be restored.'
    expect(await done(post(`/history/${entry.eventId}/undo-all`))).toEqual({ message })
    const [deleted] = await get('/seasons/deleted')
    expect(deleted.name).toBe('Family Cup 2029')
    const undo = (await get('/history?per=command')).entries[0]
    expect(undo.undoes.sentence).toBe(entry.sentence)
    await done(post(`/history/${undo.eventId}/undo`))
    expect(await whole(deleted.id)).toMatchObject({ sports: 2, participants: ['Ann', 'Cleo'] })
  })

  test('has no more than what is ticked', async () => {
    const nothing = await create({ sports: false, participants: false, rules: false })
    expect(await whole(nothing)).toMatchObject({
      sports: 0,
      participants: [],
      rules: { followsLeague: true },
      season: { is_default: 0 },
    })
    expect((await whole(nothing)).season).not.toHaveProperty('picks_sealed')
    const open = await create({ sports: false }, { picksSealed: false })
    expect((await whole(open)).season).not.toHaveProperty('picks_sealed')
  })

  test('is none where the earlier one is not there', async () => {
    const body = { name: 'None', yearStart: 2029, yearEnd: 2029 }
    const nothing = { sports: false, participants: false, rules: false }
    for (const ticks of [{}, nothing]) {
      const asked = post('/seasons', { ...body, copyFrom: { seasonId: 99, ...ticks } })
      expect(await asked).toMatchObject({ status: 404, body: { error: 'Season not found' } })
    }
    expect((await get('/seasons')).map(({ name }: { name: string }) => name)).not.toContain('None')
  })
})
