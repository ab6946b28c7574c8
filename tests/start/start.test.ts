import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { longTest } from '../deep/depth.ts'
import { FIRST_ADMIN, ROOT } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { freePort } from '../support/free-port.ts'
import { http } from '../support/http.ts'
import { setUpAdmin, signIn } from '../support/league/over-http.ts'
import { npmStart, type ServerProcess, startServerProcess } from '../support/server-process.ts'

// Each test starts up to three processes, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A data folder whose database has been made. */
async function someDataDir() {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  return dataDir
}

async function start(env: Record<string, string>, root?: string): Promise<ServerProcess> {
  const server = startServerProcess({ PORT: `${await freePort()}`, ...env }, root)
  cleanups.push(server.kill)
  return server
}

async function startAndWait(env: Record<string, string>): Promise<ServerProcess> {
  const server = await start(env)
  expect(await server.ready, server.output()).toBe('listening')
  return server
}

const FIRST = { ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password }

/** What somebody else on the machine could enter or read, by the way there. */
async function openToOthers(folder: string): Promise<string[]> {
  const isOpen = async (path: string) => ((await stat(path)).mode & 0o077) !== 0
  if (!(await isOpen(folder))) return []
  const entries = await readdir(folder, { recursive: true })
  const open = await Promise.all(
    entries.map(async (name) => ((await isOpen(join(folder, name))) ? [name] : [])),
  )
  return [folder, ...open.flat()]
}

/** One sentence an operator can act on, and nothing that only a developer reads. */
async function expectRefusal(server: ServerProcess, code: number, sentence: RegExp) {
  expect(await server.ready, server.output()).toEqual({ code, signal: null })
  expect(server.output()).toMatch(sentence)
  expect(server.output()).not.toMatch(/^\s+at |node:|Error:/m)
}

describe('a server that cannot start says why in one sentence', () => {
  longTest('when its port is taken, and what it holds is not touched', async () => {
    const dataDir = await someDataDir()
    const running = await startAndWait({ DATA_DIR: dataDir, ...FIRST })
    await setUpAdmin(running.url)
    await running.stop()

    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const server = await start({ DATA_DIR: dataDir, PORT: `${port}` })
    await expectRefusal(server, 1, /^Port \d+ is taken by another program. [^\n]+\n$/)
    other.close()
    const again = await startAndWait({ DATA_DIR: dataDir })
    expect(await (await signIn(again.url)).get('/auth/me')).toMatchObject({ body: { name: 'Connie' } })
  })

  test('when its configuration is wrong, with all problems at once, and without the values', async () => {
    const dataDir = join(await folderForTest(), 'data')
    const values = { ROLE: 'boss', JWT_SECRET: 'hush-hush', TRUST_PROXY: '1', SMTP_HOST: 'mail.test' }
    const server = await start({ DATA_DIR: dataDir, ...values, PORT: 'http' })
    await expectRefusal(
      server,
      78,
      /^The configuration cannot be used:\n( {2}[A-Z_]+: expected [^\n]+\n){5}$/,
    )
    for (const name of ['PORT', 'ROLE', 'JWT_SECRET', 'TRUST_PROXY', 'SMTP_FROM']) {
      expect(server.output()).toContain(`\n  ${name}: expected`)
    }
    expect(server.output()).not.toContain('hush-hush')
    expect(existsSync(dataDir)).toBe(false)
  })

  longTest('when the client is not built', async () => {
    const root = await folderForTest()
    await cp(join(ROOT, 'package.json'), join(root, 'package.json'))
    await cp(join(ROOT, 'dist'), join(root, 'dist'), {
      recursive: true,
      filter: (path) => path !== join(ROOT, 'dist/web'),
    })
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
    const server = await start({ DATA_DIR: join(root, 'data') }, root)
    await expectRefusal(server, 1, /^The client is not built. Run npm run build\n$/)
  })

  longTest('when its database is damaged', async () => {
    const dataDir = await someDataDir()
    await writeFile(join(dataDir, 'postgres/global/pg_control'), 'damaged')
    const server = await start({ DATA_DIR: dataDir })
    await expectRefusal(server, 1, /The database in \S+ does not start: [^\n]+\n/)
  })
})

describe('a server', () => {
  longTest(
    'makes a folder for its owner alone, ends in good order, and the next start has everything',
    async () => {
      const dataDir = join(await folderForTest(), 'new/data')
      const first = await startAndWait({ DATA_DIR: dataDir, ...FIRST })
      expect(await openToOthers(dataDir)).toEqual([])
      expect(await openToOthers(join(dataDir, 'postgres'))).toEqual([])
      const admin = await setUpAdmin(first.url)
      const names = Array.from({ length: 20 }, (_, index) => `Player ${index + 1}`)
      await Promise.all(names.map((name) => admin.post('/admin/users', { name, email: '' })))
      expect(await first.stop()).toEqual({ code: 0, signal: null })
      expect(first.output()).not.toMatch(/"level":[56]0/)

      await chmod(dataDir, 0o755)
      await chmod(join(dataDir, 'postgres'), 0o755)
      const second = await startAndWait({ DATA_DIR: dataDir })
      expect(await openToOthers(dataDir), 'closed again').toEqual([])
      expect(await openToOthers(join(dataDir, 'postgres'))).toEqual([])
      const { body } = await (await signIn(second.url)).get('/admin/users')
      expect(body.map(({ name }: { name: string }) => name)).toEqual(names)
      expect(await second.stop()).toEqual({ code: 0, signal: null })
    },
  )

  longTest('ends when npm, which started it, is told to end', async () => {
    const dataDir = await someDataDir()
    const env = { DATA_DIR: dataDir, PORT: `${await freePort()}`, ...FIRST }
    const first = npmStart(env)
    expect(await first.ready).toBe('listening')
    await first.stop()
    const second = await startAndWait({ DATA_DIR: dataDir })
    expect(await second.stop()).toEqual({ code: 0, signal: null })
  })

  longTest('prints the password of the first sign-in until setup is complete, and never again', async () => {
    const dataDir = await someDataDir()
    const passwordIn = ({ output }: ServerProcess) =>
      /First sign-in {2}admin@example\.com with the password (\S+)/.exec(output())?.[1]
    const first = await startAndWait({ DATA_DIR: dataDir })
    expect(passwordIn(first)).toMatch(/^[\w-]{12}$/)
    await first.stop()

    const second = await startAndWait({ DATA_DIR: dataDir })
    const password = passwordIn(second)
    const visitor = http(second.url)
    const { body } = await visitor.post('/auth/login', { email: 'admin@example.com', password })
    const setup = { newName: 'Connie', newEmail: 'connie@example.com', newPassword: 'Sunny-Horse-7' }
    expect(await visitor.as(body.token).post('/auth/initial-setup', setup)).toMatchObject({ status: 200 })
    await second.stop()

    const third = await startAndWait({ DATA_DIR: dataDir })
    expect(third.output()).toContain('is running.')
    expect(third.output()).not.toMatch(/password/i)
    expect(await (await signIn(third.url)).get('/auth/me')).toMatchObject({ status: 200 })
  })
})
