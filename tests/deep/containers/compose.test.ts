import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../support/application.ts'
import { answerOf, imageMissing, ownName } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { signIn } from '../../support/league/over-http.ts'
import { composeProject } from './compose-project.ts'
import { commandsAtTopOf, commandsUnder } from './documented-commands.ts'
import { BUILD_TIMEOUT_MS, buildImage, buildMissing } from './image.ts'
import { pickOf, playOnePick } from './one-pick.ts'

const COMPOSE_FILE = 'docker-compose.yml'
const SMALL = 'compose/compose.small.yml'

const composeMissing =
  buildMissing ??
  (await answerOf('docker', ['compose', 'version']).then(({ code }) =>
    code === 0 ? null : 'the engine has no compose',
  ))

/** Why the services cannot all run here. */
function servicesMissing(hasEventStore: boolean): string | null {
  if (composeMissing) return composeMissing
  const { services } = parse(readFileSync(join(ROOT, COMPOSE_FILE), 'utf8'), { merge: true })
  const { app: _, kurrentdb, ...others } = services as Record<string, { image: string }>
  const images = [...Object.values(others), ...(hasEventStore && kurrentdb ? [kurrentdb] : [])]
  return images.map(({ image }) => imageMissing(image)).find((missing) => missing !== null) ?? null
}

const STORES = [
  { name: 'with the log in PostgreSQL', hasEventStore: false },
  { name: 'as it is', hasEventStore: true },
].map((store) => ({ ...store, missing: servicesMissing(store.hasEventStore) }))

describe.skipIf(composeMissing)(`the compose files${composeMissing ? `: ${composeMissing}` : ''}`, () => {
  beforeAll(buildImage, BUILD_TIMEOUT_MS)

  for (const { name, hasEventStore, missing } of STORES) {
    describe.skipIf(missing)(`${COMPOSE_FILE} ${name}${missing ? `: ${missing}` : ''}`, () => {
      /** From nothing, by the letter of the file. */
      async function started() {
        const project = await composeProject({ composeFile: COMPOSE_FILE, hasEventStore })
        const [lines = []] = commandsAtTopOf(COMPOSE_FILE)
        expect(lines[0]).toBe('cp .env.example .env')
        await project.type('cp .env.example .env')
        project.writeEnv()
        for (const line of lines.slice(1, -1)) await project.type(line)
        await project.ready()
        expect(lines.at(-1)).toBe('docker compose logs app')
        expect(await project.type('docker compose logs app')).toContain('is running.')
        return { ...project, league: await playOnePick(project.url) }
      }

      const typed = (lines: readonly string[] = []) =>
        lines.filter((line) => hasEventStore || !/kurrentdb/.test(line))

      test('starts from nothing, takes a pick and mails, and has both after down and up', async () => {
        const { url, type, ready, league } = await started()
        await eventually('the mails', async () => {
          const { body } = await league.admin.get('/admin/outbox')
          return body.counts.sent >= league.playerIds.length
        })
        await type('docker compose down')
        await type('docker compose up --detach --wait')
        await ready()
        expect(await pickOf(url, league)).toEqual(['Reds'])
        const { body } = await (await signIn(url)).get('/admin/outbox')
        expect(body).toMatchObject({ delivery: 'smtp', counts: { sent: expect.any(Number) } })
      })

      test('takes every command of the operations page, running, stopped and into new volumes', async () => {
        const { url, type, ready, league } = await started()
        const [running, stopped, anew] = commandsUnder('## Commands in a container')
        expect([running, stopped, anew]).not.toContain(undefined)
        for (const line of [...(running ?? []), ...(stopped ?? [])]) await type(line)
        await ready()
        expect(await pickOf(url, league)).toEqual(['Reds'])
        expect(await type('docker compose exec app ls /data')).not.toContain('league.zip')

        await type('docker compose down --volumes')
        for (const line of anew ?? []) await type(line)
        await ready()
        expect(await pickOf(url, league)).toEqual(['Reds'])
      })

      test('comes back from the backup of the operations page', async () => {
        const { url, type, ready, league } = await started()
        const [backup, restore] = commandsUnder('### In containers')
        for (const line of typed(backup)) await type(line)
        await type('docker compose down --volumes')
        const written = []
        for (const line of typed(restore)) written.push(await type(line))
        await ready()
        expect(written.join('')).toContain('Nothing is missing.')
        expect(await pickOf(url, league)).toEqual(['Reds'])
        expect(await signIn(url).then((admin) => admin.get('/admin/users'))).toMatchObject({ status: 200 })
      })
    })
  }

  test('the small one starts, is backed up, comes back, and takes the commands of operators', async () => {
    const { url, type, writeEnv, ready } = await composeProject({})
    writeEnv()
    const [start = [], backup = [], restore = []] = commandsAtTopOf(SMALL)
    for (const line of start) await type(line)
    await ready()
    const league = await playOnePick(url)
    for (const line of backup) await type(line)
    await ready()
    expect(await pickOf(url, league)).toEqual(['Reds'])

    await type('docker compose down --volumes')
    for (const line of restore) await type(line)
    await ready()
    expect(await pickOf(url, league)).toEqual(['Reds'])

    const [running = [], stopped = []] = commandsUnder('## Commands in a container')
    const whileStopped = /reset-admin|rotate-keys|restore-check/
    for (const line of running.filter((line) => !whileStopped.test(line))) await type(line)
    await type('docker compose stop')
    for (const line of running.filter((line) => whileStopped.test(line))) {
      await type(line.replace('exec', 'run --rm'))
    }
    for (const line of stopped) await type(line)
    await ready()
    expect(await pickOf(url, league)).toEqual(['Reds'])
  })
})

test.skipIf(buildMissing)(
  `one container takes the commands of the README and the operations page${buildMissing ? `: ${buildMissing}` : ''}`,
  async () => {
    const { folder, type, url, ready } = await composeProject({})
    const name = ownName()
    onTestFinished(async () => {
      await answerOf('docker', ['rm', '--force', name])
      await answerOf('docker', ['volume', 'rm', '--force', name])
    })
    // As they are, but for the names and the port, which may be somebody's, and in the background.
    const own = (line: string) =>
      line
        .replace(/\bpicks(?=:\/data)|(?<=--name )picks\b|(?<=docker (?:exec|cp|stop) )picks\b/g, name)
        .replace('3003:3003', `127.0.0.1:${new URL(url).port}:3003`)
        .replace('docker run', 'docker run --detach')
    const [, [start = ''] = []] = commandsUnder('## Run it', 'README.md')
    await type(own(start))
    await ready()
    const lines = commandsUnder('## Commands in a container').at(-1) ?? []
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines.slice(0, -1)) await type(own(line))
    expect(readFileSync(join(folder, 'league.zip')).length).toBeGreaterThan(100)
    const output = await type(own(lines.at(-1) ?? '').replace(' --detach', ''))
    expect(output).toContain('with the password')
  },
)
