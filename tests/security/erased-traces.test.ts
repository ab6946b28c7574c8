import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate } from '../support/embedded.ts'
import { eventually } from '../support/eventually.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { aLeague } from '../support/league/a-league.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { startSmtpServer } from '../support/smtp-server.ts'

const NAME = 'Zzyzxandra'
const ADDRESS = 'zzyzx@erase.test'

/** The files below a folder that hold one of the texts. */
async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const held = await Promise.all(
    files.map(async (path) => {
      const bytes = await readFile(path)
      return texts.some((text) => bytes.includes(text))
    }),
  )
  return files.filter((_, index) => held[index])
}

test('a player who is erased is in no file of the data folder any more, the write-ahead log included', async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  const plan = aLeague().withPlayers('Ann', { name: NAME, email: ADDRESS }, 'Cleo').withSeason().withRound()
  const echo = { code: 550, reply: `5.1.1 <${ADDRESS}>: User unknown` }
  const smtp = await startSmtpServer((to) => (to === ADDRESS ? echo : null))
  onTestFinished(smtp.stop)
  const league = await plan.start({ dataDir, config: { smtp: smtp.config } })
  onTestFinished(() => league.close())
  const outcomes = async () => (await league.admin.get(`/admin/outbox?state=failed`)).body.mails.length
  await eventually('the address is refused', async () => (await outcomes()) === 1)
  await league.openRound({ sportName: 'Tennis' })
  await eventually('Ann and Cleo have their second mail', async () => smtp.mails.length === 4)
  await league.admin.post('/admin/test-email', { email: ADDRESS.toUpperCase() })
  for (let change = 0; change < 5; change += 1) {
    await league.admin.put(`/admin/users/${league.idOf('Ann')}`, { name: `Ann ${change}`, email: '' })
  }
  await league.admin.put(`/admin/users/${league.idOf(NAME)}`, { name: `${NAME} II`, email: ADDRESS })
  const texts = [NAME, ADDRESS, ADDRESS.toUpperCase()]
  expect(await filesWith(dataDir, texts)).not.toEqual([])

  const erased = await league.admin.post(`/admin/users/${league.idOf(NAME)}/erase`, { confirmation: 'ERASE' })
  expect(erased.status).toBe(200)
  expect(await filesWith(dataDir, texts)).toEqual([])
  expect((await league.visitor.get('/health')).body.status).toBe('ok')
})

test.skipIf(postgresMissing)(
  `a role without rights over the whole server sweeps what it may${postgresMissing ? `: ${postgresMissing}` : ''}`,
  async () => {
    const server = await startPostgresServer()
    onTestFinished(server.stop)
    const databaseUrl = await server.createDatabase()
    const superuser = new pg.Client(databaseUrl)
    await superuser.connect()
    await superuser.query('create role plain login; alter database test_1 owner to plain')
    await superuser.end()

    const lines: string[] = []
    const league = await aLeague()
      .withPlayers(NAME)
      .start({
        log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
        config: { databaseUrl: databaseUrl.replace('postgres@', 'plain@') },
      })
    onTestFinished(() => league.close())
    const path = `/admin/users/${league.idOf(NAME)}/erase`
    expect(await league.admin.post(path, { confirmation: 'ERASE' })).toMatchObject({ status: 200 })
    expect(lines).toEqual([])
  },
)
