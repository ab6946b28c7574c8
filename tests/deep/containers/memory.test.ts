import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../support/application.ts'
import { answerOf, type Container, docker, imageMissing, ownName } from '../../support/engine.ts'
import { report } from '../depth.ts'
import {
  BUILD_TIMEOUT_MS,
  buildImage,
  buildMissing,
  containerForTest,
  IMAGE,
  volumeForTest,
} from './image.ts'
import { pickOf, playOnePick } from './one-pick.ts'

const POSTGRES: string = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true })
  .services.postgres.image

/** Without swap. */
const within = (megabytes: number) => ['--memory', `${megabytes}m`, '--memory-swap', `${megabytes}m`]

/** What the control group held at most, its share of the page cache included: of the second version, or the first. */
const SHOW_PEAK =
  'cat /sys/fs/cgroup/memory.peak /sys/fs/cgroup/memory/memory.max_usage_in_bytes 2> /dev/null || true'
const megabytes = (bytes: string) => `${Math.round(Number(bytes) / 2 ** 20)} MB`

async function peakOf(container: Container) {
  return megabytes((await container.exec('sh', '-c', SHOW_PEAK)).output)
}

/** Of a command that an operator types while the server is stopped. */
async function peakOfCommand(volume: string, command: string) {
  const words = ['run', '--rm', '--init', '--volume', `${volume}:/data`, ...within(512), IMAGE]
  const output = await docker(...words, 'sh', '-c', `${command} && { ${SHOW_PEAK}; }`)
  return megabytes(output.split('\n').at(-1) ?? '')
}

/** A server in a network of its own. Answers the network and the address of its database there. */
async function postgresForTest() {
  const name = ownName()
  onTestFinished(async () => {
    await answerOf('docker', ['rm', '--force', '--volumes', name])
    await answerOf('docker', ['network', 'rm', name])
  })
  await docker('network', 'create', name)
  await docker(
    'run',
    '--detach',
    '--init',
    '--name',
    name,
    '--network',
    name,
    '--env',
    'POSTGRES_PASSWORD=picks',
    POSTGRES,
  )
  const isReady = () => answerOf('docker', ['exec', name, 'pg_isready', '--host=127.0.0.1'])
  await expect.poll(isReady).toMatchObject({ code: 0 })
  return { network: name, url: `postgres://postgres:picks@${name}/postgres` }
}

describe.skipIf(buildMissing)(`the memory of a container${buildMissing ? `: ${buildMissing}` : ''}`, () => {
  beforeAll(buildImage, BUILD_TIMEOUT_MS)

  test('512 MB are enough for a first start and a later one, an export, an import and the look after a restore', async () => {
    const volume = await volumeForTest()
    const container = await containerForTest(volume, ...within(512))
    await container.ready()
    const league = await playOnePick(container.url)
    report({ 'first start, of 512 MB': await peakOf(container) })
    expect(await container.stop()).toBe(0)

    await container.start()
    await container.ready()
    expect(await pickOf(container.url, league)).toEqual(['Reds'])
    expect(await container.exec('npm', 'run', 'export', '--', '/data/league.zip')).toMatchObject({ code: 0 })
    report({ 'later start and export': await peakOf(container) })
    const another = await volumeForTest()
    expect(await container.stop()).toBe(0)

    report({ 'restore-check': await peakOfCommand(volume, 'npm run restore-check') })
    await docker(
      ...['run', '--rm', '--volume', `${volume}:/from`, '--volume', `${another}:/data`, IMAGE],
      ...['cp', '/from/league.zip', '/data/league.zip'],
    )
    report({ import: await peakOfCommand(another, 'npm run operate -- import /data/league.zip') })
    const imported = await containerForTest(another, ...within(512))
    await imported.ready()
    expect(await pickOf(imported.url, league)).toEqual(['Reds'])
  })

  const postgresMissing = imageMissing(POSTGRES)
  test.skipIf(postgresMissing)(
    `256 MB are enough with PostgreSQL${postgresMissing ? `: ${postgresMissing}` : ''}`,
    async () => {
      const { network, url } = await postgresForTest()
      const options = ['--network', network, '--env', `DATABASE_URL=${url}`, ...within(256)]
      const container = await containerForTest(await volumeForTest(), ...options)
      await container.ready()
      const league = await playOnePick(container.url)
      expect(await pickOf(container.url, league)).toEqual(['Reds'])
      report({ 'first start, of 256 MB': await peakOf(container) })
      expect(await container.stop()).toBe(0)
      await container.start()
      await container.ready()
      expect(await pickOf(container.url, league)).toEqual(['Reds'])
      report({ 'later start': await peakOf(container) })
    },
  )
})
