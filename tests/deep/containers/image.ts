import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { APP_URL, FIRST_ADMIN, ROOT } from '../../support/application.ts'
import {
  answerOf,
  type Container,
  docker,
  engineMissing,
  imageMissing,
  ownName,
  startContainer,
} from '../../support/engine.ts'

export const IMAGE = 'go-make-your-picks'
export const SECRET = 'a-secret-of-32-characters-or-more-than-that'

const [, base = ''] = /^FROM (node:\S+)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? []

/** Why the image cannot be built here, null where it can. */
export const buildMissing: string | null = engineMissing ?? imageMissing(base)

/** Packages are fetched where the engine has not kept them. */
export const BUILD_TIMEOUT_MS = 15 * 60_000

/** By the letter of the README. */
export async function buildImage(): Promise<void> {
  const { code, output } = await answerOf('docker', ['build', '--tag', IMAGE, '.'], { cwd: ROOT })
  if (code !== 0) throw new Error(output)
}

/** A volume for a test: on the disk, or with `options` of a file system in memory. */
export async function volumeForTest(options: string | null = null): Promise<string> {
  const name = ownName()
  const inMemory = ['type=tmpfs', 'device=tmpfs', `o=${options}`].flatMap((option) => ['--opt', option])
  await docker('volume', 'create', ...(options === null ? [] : inMemory), name)
  onTestFinished(async () => {
    await answerOf('docker', ['volume', 'rm', '--force', name])
  })
  return name
}

/** The image on this volume, with a first admin and a secret that the tests know. It goes when the test has ended. */
export async function containerForTest(volume: string, ...options: string[]): Promise<Container> {
  const env = {
    APP_URL,
    JWT_SECRET: SECRET,
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
  }
  const container = await startContainer({
    ...{ image: IMAGE, port: 3003, livePath: '/api/health/ready' },
    options: [
      ...['--init', '--volume', `${volume}:/data`],
      ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...options,
    ],
  })
  onTestFinished(async () => {
    await container.remove()
  })
  return container
}
