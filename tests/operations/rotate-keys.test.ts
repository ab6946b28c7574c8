import { afterEach, expect, test } from 'vitest'
import { latestSeal } from '../../platform/integrity/hash-chain.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { signIn } from '../support/league/over-http.ts'
import { wholeLog, withFolder } from '../support/log.ts'
import { startOperation } from '../support/server-process.ts'
import { type } from './console.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A league whose server is stopped, with a session and a pick link from before. */
async function stoppedLeague() {
  const folder = await temporaryFolder()
  cleanups.push(folder.remove)
  await copyTemplate(folder.path)
  const first = await applicationForTest({ dataDir: folder.path })
  const plan = aLeague().withPlayers('Ann').withSeason().withRound({ lockTime: '2099-01-01T00:00:00Z' })
  const { admin, roundId, tokenFor } = await plan.on(first)
  const link = tokenFor(roundId, 1)
  await first.close()
  return { dataDir: folder.path, token: admin.token, link, roundId }
}

async function start(dataDir: string): Promise<ApplicationForTest> {
  const application = await applicationForTest({ dataDir })
  cleanups.push(application.close)
  return application
}

const stateOf = async ({ url }: ApplicationForTest, token: string, link: string) => ({
  session: (await http(url, token).get('/auth/me')).status,
  link: (await http(url).get(`/picks/validate/${link}`)).status,
})

test('another key of sessions signs everybody out, and links go on working', async () => {
  const { dataDir, token, link } = await stoppedLeague()
  const { code, output } = await type(['rotate-keys', 'sessions', '--yes'], { DATA_DIR: dataDir })
  expect(code).toBe(0)
  expect(output).toMatch(
    /^Every admin will be signed out everywhere\. Pick links in mails will still work\.\n/,
  )
  const application = await start(dataDir)
  expect(await stateOf(application, token, link)).toEqual({ session: 401, link: 200 })
  expect(await (await signIn(application.url)).get('/auth/me')).toMatchObject({ status: 200 })
})

test('another key of links voids those that were mailed, and admins stay signed in', async () => {
  const { dataDir, token, link, roundId } = await stoppedLeague()
  const { code, output } = await type(['rotate-keys', 'links'], { DATA_DIR: dataDir }, true)
  expect(code).toBe(0)
  expect(output).toMatch(/^Every pick link and every reminder link in earlier mails will stop working/)
  await withFolder(dataDir, async ({ database, store }) => {
    const events = await wholeLog(store)
    expect((await latestSeal(database.kysely))?.events).toBe(events.length)
    expect(events.at(-1)).toMatchObject({
      type: 'LinkKeyReplaced',
      metadata: { actor: { kind: 'system' }, reason: expect.stringContaining('at the console') },
    })
  })
  const application = await start(dataDir)
  expect(await stateOf(application, token, link)).toEqual({ session: 200, link: 410 })
  const own = await http(application.url).get(`/picks/${link}`)
  expect(own).toMatchObject({ status: 410, body: { error: 'This link was replaced. Ask for a new one' } })
  const record = await http(application.url).get('/public/seasons/1/record')
  expect(record.body.entries).toMatchObject([
    {
      ...{ type: 'links_replaced', admin: null, reason: 'The key was replaced at the console of the server' },
      sentence: expect.stringMatching(/links in earlier mails no longer work while Football was open$/),
    },
  ])
  const copied = await http(application.url, token).post(`/admin/rounds/${roundId}/participants/1/link`)
  expect(copied.status, copied.text).toBeLessThan(300)
  const fresh = copied.body.url.split('/').at(-1)
  expect(await stateOf(application, token, fresh)).toEqual({ session: 200, link: 200 })
})

test('without a yes nothing is changed', async () => {
  const { dataDir, token, link } = await stoppedLeague()
  for (const key of ['sessions', 'links'])
    expect(await type(['rotate-keys', key], { DATA_DIR: dataDir }, false)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Nothing has changed\.$/),
    })
  const application = await start(dataDir)
  expect(await stateOf(application, token, link)).toEqual({ session: 200, link: 200 })
  // It says what follows only when it could be done.
  const refusal = startOperation(['rotate-keys', 'sessions', '--yes'], { DATA_DIR: dataDir })
  expect(await refusal.ended).toEqual({ code: 1, signal: null })
  expect(refusal.output()).toMatch(/^The data folder .* is in use by process \d+/)
})
