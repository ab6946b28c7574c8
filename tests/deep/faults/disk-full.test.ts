import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate } from '../../support/embedded.ts'
import { eventually } from '../../support/eventually.ts'
import { CONNIE, OSCARS } from '../../support/league/examples.ts'
import { smallDisk, smallDiskMissing } from '../../support/small-disk.ts'
import { endLeagueRun, startLeagueRun } from '../crash/crash-run.ts'

const MB = 1024 * 1024
/** Room for the database, for what the server keeps free, and for a little more. */
const DISK_MB = 320
const SENTENCE =
  'The disk of the server is full, and nothing was saved. Please tell the person who runs the server'
/** What nobody has noticed yet goes on for so long. */
const LOOK_MS = 1_000

test.skipIf(smallDiskMissing)(
  `a server whose disk is full refuses what it cannot keep, goes on reading, and goes on by itself once there is room${
    smallDiskMissing ? `: ${smallDiskMissing}` : ''
  }`,
  async () => {
    const disk = await smallDisk(DISK_MB)
    onTestFinished(disk.remove)
    await copyTemplate(disk.path)
    const run = await startLeagueRun({ DATA_DIR: disk.path })
    const { league, writers } = run
    const { admin, visitor, seasonId } = league
    let somebodies = 0
    await eventually('some load', async () => writers.acknowledged.size > 50)

    await disk.fill(100 * MB)
    await eventually('the refusal', async () => (await addSomebody())?.status === 503)
    await expectRefusals()
    await expectAnswers()

    await disk.fill(0)
    await sleep(2 * LOOK_MS)
    await expectRefusals()
    await expectAnswers()

    const before = writers.acknowledged.size
    await disk.makeRoom()
    await eventually('load again', async () => writers.acknowledged.size > before + 50)
    await eventually('health', async () => (await visitor.get('/health')).body.status === 'ok')
    await run.kill()
    await endLeagueRun(run)

    function addSomebody() {
      somebodies += 1
      return writers.addPlayer(`Somebody ${somebodies}`)
    }

    async function expectRefusals() {
      const round = { ...OSCARS, seasonId, sportName: 'No room' }
      const refused = await Promise.all([
        addSomebody(),
        admin.put('/admin/settings', { appTagline: 'No room' }),
        admin.post('/admin/rounds', round),
        visitor.post('/auth/login', { email: CONNIE.email, password: 'Wrong-Horse-7' }),
        // A session is a row of its own.
        visitor.post('/auth/login', CONNIE),
      ])
      expect(refused.map((answer) => ({ status: answer?.status, body: answer?.body }))).toEqual(
        refused.map(() => ({ status: 503, body: { error: SENTENCE } })),
      )
    }

    async function expectAnswers() {
      const paths = ['/public/seasons', `/public/leaderboard/season/${seasonId}`, '/public/settings']
      const behindSignIn = ['/auth/me', '/admin/users', '/admin/rounds', '/admin/history', '/admin/outbox']
      for (let times = 0; times < 10; times += 1) {
        for (const path of [...paths, ...behindSignIn]) {
          expect(await admin.get(path), path).toMatchObject({ status: 200 })
        }
      }
      expect(await visitor.get('/health')).toMatchObject({
        status: 200,
        body: { status: 'degraded', services: { database: { status: 'ok' }, disk: { status: 'down' } } },
      })
      const { body } = await admin.get('/admin/health')
      expect(body.services.disk.detail).toMatch(
        /^Only \d+ MiB are free in \S+: nothing is saved until there are 128$/,
      )
    }
  },
)
