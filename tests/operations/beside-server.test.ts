import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLeagueFile } from '../../platform/league-file/league-file-reader.ts'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aLeague } from '../support/league/a-league.ts'
import { signIn } from '../support/league/over-http.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { withFolder } from '../support/log.ts'
import { type } from './console.ts'

let dataDir: string
let league: RunningLeague
let roundId: number
let removeFolder: () => Promise<void>
const env = () => ({ DATA_DIR: dataDir })
const board = async () => (await league.visitor.get(`/public/leaderboard/season/${league.seasonId}`)).text

beforeAll(async () => {
  const folder = await temporaryFolder()
  dataDir = folder.path
  removeFolder = folder.remove
  await copyTemplate(dataDir)
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound()
    .withPicks({ Ann: ['Reds'], Bob: ['Reds'], Cleo: ['Reds'] })
    .start({ dataDir })
  roundId = league.roundId
  league.clock.advance(1_000)
  await league.admin.post(`/admin/rounds/${roundId}/lock`)
})
afterAll(async () => {
  await league?.close()
  await removeFolder()
})

describe('while a server has the embedded database open', () => {
  test('a rebuild is done by it, and changes nothing', async () => {
    const before = await board()
    const { code, output } = await type(['rebuild'], env())
    expect(code).toBe(0)
    expect(output).toMatch(/^ {2}The server at http:\S+ does this while it runs\./)
    expect(output).toContain('Rebuilt all read tables.')
    expect(await board()).toBe(before)
  })

  test('a verification finds nothing, and knows the head that was published at a lock', async () => {
    const { head } = await publishedSeal()
    const { code, output } = await type(['verify', '--head', head], env())
    expect(output).toContain('All is right: the tables match the log, and the log matches its seals.')
    expect(output).toContain(`${head} is the head of seal`)
    expect(code).toBe(0)
  })

  test('a verification fails on a head that this log never had', async () => {
    const head = 'ab'.repeat(32)
    const { code, output } = await type(['verify', '--head', head], env())
    expect(code).toBe(1)
    expect(output).toContain(`! ${head} is not a head of this log`)
  })

  test('an export is written, for its owner alone, and never over a file', async () => {
    const path = join(dataDir, 'league.zip')
    expect(await type(['export', path], env())).toMatchObject({ code: 0 })
    await expect(type(['export', path], env())).rejects.toThrow(/it exists already: choose another name/)
    const { body } = await league.admin.get('/admin/history?kind=settings')
    const copies = body.entries.filter(({ type }: { type: string }) => type === 'LeagueExported')
    expect(copies).toMatchObject([
      {
        sentence: 'The system exported a copy of the league',
        reason: 'Exported at the console of the server',
      },
    ])
  })

  test('an erased player is nobody everywhere, keeps points and rank, and loses the link', async () => {
    const ann = league.idOf('Ann')
    const link = `/picks/validate/${league.tokenFor(roundId, ann)}`
    expect(await type(['erase-person', '--player', `${ann}`], env())).toMatchObject({ code: 0 })
    const admin = await signIn(league.application.url)
    expect((await admin.get(`/admin/leaderboard/season/${league.seasonId}`)).body.leaderboard).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          userName: `Erased player ${ann}`,
          picks: { [roundId]: { pickItems: [{ pickNumber: 1, pickValue: 'Reds' }] } },
        }),
      ]),
    )
    expect((await admin.get('/admin/outbox')).text).not.toMatch(/\bAnn\b|ann@/i)
    expect(await league.visitor.get(link)).toMatchObject({ status: 404, body: { error: expect.any(String) } })
    expect(await admin.put(`/admin/users/${ann}`, { name: 'Ann', email: '' })).toMatchObject({ status: 404 })
    expect(await type(['erase-person', '--player', `${ann}`], env())).toMatchObject({ code: 0 })
    expect(await type(['verify'], env())).toMatchObject({ code: 0 })
    const before = await board()
    await type(['rebuild'], env())
    expect(await board()).toBe(before)
  })

  test('whoever is not there cannot be erased', async () => {
    await expect(type(['erase-person', '--player', '999'], env())).rejects.toThrow('Player not found')
  })

  async function publishedSeal() {
    return eventually('the seal of the lock', async () => {
      const { body } = await league.visitor.get(`/public/rounds/${roundId}/seal`)
      return body.seal
    })
  }
})

describe('while no server runs', () => {
  beforeAll(() => league.close())

  test('the same commands do the work themselves', async () => {
    expect(await type(['rebuild'], env())).toMatchObject({ code: 0 })
    const { code, output } = await type(['verify'], env())
    expect(output).not.toContain('The server at')
    expect(code).toBe(0)
  })

  test('an export is told of in the log and in its own file', async () => {
    const path = join(dataDir, 'anonymous.zip')
    expect(await type(['export', path, '--without-personal-data'], env())).toMatchObject({ code: 0 })
    await expect(type(['export', path], env())).rejects.toThrow(/it exists already/)
    const told = { type: 'LeagueExported', data: { personalData: false }, stream: 'league' }
    expect((await exportsIn(dataDir)).at(-1)).toMatchObject({
      ...told,
      metadata: { actor: { kind: 'system' }, reason: 'Exported at the console of the server' },
    })
    const file = await openLeagueFile(path)
    const lines: unknown[] = []
    for await (const line of file.lines('events.ndjson')) lines.push(line)
    file.close()
    expect(lines.at(-1)).toMatchObject(told)
  })

  test('what cannot be told of is not exported', async () => {
    const before = await exportsIn(dataDir)
    const query = (sql: string) => withFolder(dataDir, ({ database }) => database.pool.query(sql))
    await query(`alter table log.events add constraint disk_full check (type <> 'LeagueExported') not valid`)
    const path = join(dataDir, 'untold.zip')
    await expect(type(['export', path], env())).rejects.toThrow(/violates check constraint "disk_full"/)
    await query('alter table log.events drop constraint disk_full')
    expect([existsSync(path), await exportsIn(dataDir)]).toEqual([false, before])
  })

  test('a verification names the one event of which a single byte was changed', async () => {
    await withFolder(dataDir, async ({ database }) => {
      await database.pool.query('alter table log.events disable trigger all')
      await database.pool.query(
        `update log.events set data = replace(data::text, 'Reds', 'Beds')::json where stream = 'pick-${roundId}-2'`,
      )
    })
    const { code, output } = await type(['verify'], env())
    expect(code).toBe(1)
    expect(output).toMatch(
      new RegExp(
        `! PickSubmitted at position \\d+ \\(pick-${roundId}-2, revision 0\\) is not the event that was sealed`,
      ),
    )
    expect(output).toMatch(/! pick_versions \S+ picks: is \["Reds"\], should be \["Beds"\]/)
  })
})

const exportsIn = (dataDir: string) =>
  withFolder(dataDir, async ({ store }) =>
    (await store.read('league')).filter((event) => event.type === 'LeagueExported'),
  )

test('a server that is bound to one address of this machine is reached there', async () => {
  const bound = await applicationForTest({ config: { host: '127.0.0.2' } })
  expect(bound.url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/)
  const { code, output } = await type(['verify'], { DATA_DIR: bound.dataDir })
  await bound.close()
  expect(output).toContain('The server at http://127.0.0.2:')
  expect(code).toBe(0)
})
