import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../support/application.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import { http } from '../../support/http.ts'

// The steps of the Dockerfile without Docker: what it runs, copies and starts is read from it.

const NOBODY = 65_534
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', '')
const [, build = '', packages = '', image = ''] = dockerfile.split(/^FROM .*$/m).slice(1)

const runsIn = (stage: string) => [...stage.matchAll(/^RUN (npm .+)$/gm)].map(([, command = '']) => command)
const wordsOf = (instruction: string): string[] =>
  JSON.parse(new RegExp(`^${instruction}.*?(\\[.+\\])$`, 'm').exec(image)?.[1] ?? '[]')

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const at = (path: string) => join(folder.path, path)

beforeAll(async () => {
  folder = await temporaryFolder()
  await chmod(folder.path, 0o755)
})
afterAll(async () => {
  if (process.getuid?.() !== 0) execFileSync('chmod', ['-R', 'u+w', folder.path])
  await folder.remove()
})

/** Without what the test runner has put into the environment. */
const npm = (command: string, cwd: string) => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  const { status, stdout, stderr } = spawnSync(command, { cwd, env, shell: true, encoding: 'utf8' })
  expect(status, `${command}\n${stdout}\n${stderr}`).toBe(0)
}

/** What the build is given: all but what `.dockerignore` names. */
async function copyContext(to: string) {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').replaceAll('**/', '').split('\n')
  for (const name of readdirSync(ROOT)) {
    if (!ignored.includes(name)) await cp(join(ROOT, name), join(to, name), { recursive: true })
  }
}

/** Resolves once it says so, and throws what it says when it ends instead. */
function listening(server: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
        if (output.includes('is running.')) resolve()
      })
    }
    server.once('exit', () => reject(new Error(output)))
  })
}

/** Every file with its size and the time of its last change. */
const stateOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { size, mtimeMs } = statSync(join(path, name))
      return `${name} ${size} ${mtimeMs}`
    })
    .sort()

describe('the image', () => {
  test('is built and installed by the steps of its first stages', async () => {
    await mkdir(at('build'))
    await copyContext(at('build'))
    expect(runsIn(build)).toEqual(['npm ci', 'npm run build'])
    // The same lock file was installed here before the tests began.
    await symlink(join(ROOT, 'node_modules'), at('build/node_modules'))
    npm('npm run build', at('build'))

    await mkdir(at('packages'))
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      await cp(join(ROOT, name), at(`packages/${name}`))
    }
    const [install = '', ...others] = runsIn(packages)
    expect(install).toContain('npm ci --omit=dev && ')
    expect(others).toEqual([])
    npm(install.replace('npm ci', 'npm ci --prefer-offline'), at('packages'))
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    for (const name of ['vite', 'vitest', 'typescript', 'react', 'playwright-core']) {
      expect(devDependencies).toHaveProperty([name])
      expect(existsSync(at(`packages/node_modules/${name}`)), name).toBe(false)
    }
  })

  test('starts as somebody without rights, in a tree that it cannot write, and is healthy', async () => {
    await mkdir(at('app'))
    for (const [, files = ''] of image.matchAll(/^COPY (?!--)(.+) \.\/$/gm)) {
      for (const name of files.split(' ')) await cp(join(ROOT, name), at(`app/${name}`))
    }
    for (const [, stage, path] of image.matchAll(/^COPY --from=(\w+) \/app\/(\S+) .+$/gm)) {
      await rename(at(`${stage}/${path}`), at(`app/${path}`))
    }
    await mkdir(at('data'), { mode: 0o700 })
    const isRoot = process.getuid?.() === 0
    if (isRoot) await chown(at('data'), NOBODY, NOBODY)
    else execFileSync('chmod', ['-R', 'a-w', at('app')])
    const before = stateOf(at('app'))

    const [program = '', ...args] = wordsOf('CMD')
    expect(program).toBe('node')
    const port = `${await freePort()}`
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: at('data'), PORT: port }
    const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
    const server = spawn(process.execPath, args, { cwd: at('app'), env, ...user })
    const ended = once(server, 'exit')
    try {
      await listening(server)
      const [, ...check] = wordsOf('HEALTHCHECK')
      expect(spawnSync(process.execPath, check, { env, ...user }).status).toBe(0)
      expect(await http(`http://127.0.0.1:${port}`).get('/health')).toMatchObject({ body: { status: 'ok' } })
      expect(await fetch(`http://127.0.0.1:${port}/`).then(({ status }) => status)).toBe(200)
    } finally {
      server.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
    expect(stateOf(at('app'))).toEqual(before)
    expect(spawnSync(process.execPath, wordsOf('HEALTHCHECK').slice(1), { env }).status).toBe(1)
  })
})
