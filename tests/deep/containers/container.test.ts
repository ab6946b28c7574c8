import { beforeAll, describe, expect, test } from 'vitest'
import { docker } from '../../support/engine.ts'
import { http } from '../../support/http.ts'
import { report } from '../depth.ts'
import {
  BUILD_TIMEOUT_MS,
  buildImage,
  buildMissing,
  containerForTest,
  IMAGE,
  volumeForTest,
} from './image.ts'
import { PLAYERS, pickOf, playOnePick } from './one-pick.ts'

describe.skipIf(buildMissing)(`the image in a container${buildMissing ? `: ${buildMissing}` : ''}`, () => {
  beforeAll(buildImage, BUILD_TIMEOUT_MS)

  test('holds no types, maps, tests and programs for other systems', async () => {
    const find = "find node_modules -name '*.ts' -o -name '*.map' -o -name test -o -name 'darwin-*'"
    const words = ['run', '--rm', '--entrypoint', 'sh', IMAGE, '-c']
    expect(await docker(...words, find)).toBe('')
    const [kb] = (await docker(...words, 'du -sk /app')).split('\t')
    report({ '/app in the image': `${Math.round(Number(kb) / 1024)} MB` })
  })

  test('keeps every pick that it answered when it is killed, and shows them from another container', async () => {
    const volume = await volumeForTest()
    const container = await containerForTest(volume)
    await container.ready()
    const league = await playOnePick(container.url)
    const saved: string[] = []
    let killed: Promise<string> | null = null
    for (const player of PLAYERS.slice(1)) {
      const token = league.tokenFor(league.roundId, league.idOf(player))
      const answer = league.visitor.post(`/picks/${token}`, { picks: ['Blues'] })
      const isSaved = await answer.then(
        ({ status }) => status === 200,
        () => false,
      )
      if (isSaved) saved.push(player)
      if (saved.length === 10) killed ??= container.kill()
    }
    await killed
    report({ 'picks before the kill': saved.length })
    expect(saved.length).toBeGreaterThanOrEqual(10)
    expect(saved.length).toBeLessThan(PLAYERS.length - 1)

    await container.start()
    await container.ready()
    for (const player of saved) expect(await pickOf(container.url, league, player), player).toEqual(['Blues'])
    await container.kill()
    await container.remove()

    const another = await containerForTest(volume)
    await another.ready()
    for (const player of saved) expect(await pickOf(another.url, league, player), player).toEqual(['Blues'])
  })

  test('refuses a volume that another container uses', async () => {
    const volume = await volumeForTest()
    const first = await containerForTest(volume)
    await first.ready()
    const second = await containerForTest(volume)
    expect(await second.ended()).toBeGreaterThan(0)
    expect(await second.output()).toMatch(/^The data folder \/data is in use by process \d+ on \w+/)
    expect(await http(first.url).get('/health/ready')).toMatchObject({ status: 200 })
  })

  test('runs with a root that cannot be written', async () => {
    const container = await containerForTest(await volumeForTest(), '--read-only', '--cap-drop', 'ALL')
    await container.ready()
    await playOnePick(container.url)
    const { code, output } = await container.exec('npm', 'run', 'export')
    expect(code).toBeGreaterThan(0)
    expect(output).toContain('name a file in another folder, such as /data/league.zip in a container')
    expect(await container.stop()).toBe(0)
  })

  test.each([
    ['owns the folder', 'uid=1234,gid=1234,mode=700', []],
    ['may write the folder through its group', 'uid=0,gid=2000,mode=2770', ['--group-add', '2000']],
  ])('runs as a user that %s', async (_, folder, options) => {
    const container = await containerForTest(await volumeForTest(folder), '--user', '1234:1234', ...options)
    await container.ready()
    const league = await playOnePick(container.url)
    expect(await container.stop()).toBe(0)
    expect(league.playerIds).toHaveLength(PLAYERS.length)
  })

  test('names the user who must own a folder that cannot be written', async () => {
    const volume = await volumeForTest('uid=0,gid=0,mode=755')
    const container = await containerForTest(volume, '--user', '1234:1234')
    expect(await container.ended()).toBeGreaterThan(0)
    expect(await container.output()).toContain('1234')
  })

  test('refuses what it cannot save on a full disk, says so in its health, and goes on once there is room', async () => {
    const container = await containerForTest(await volumeForTest('size=260m,uid=1000,gid=1000,mode=700'))
    await container.ready()
    const league = await playOnePick(container.url)
    const save = () =>
      league.visitor.post(`/picks/${league.tokenFor(league.roundId, league.idOf('Player 2'))}`, {
        picks: ['Greens'],
      })
    await container.exec('sh', '-c', 'cat /dev/zero > /data/ballast')
    await expect
      .poll(() => league.visitor.get('/health'))
      .toMatchObject({ body: { status: 'degraded', services: { disk: { status: 'down' } } } })
    expect(await save()).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('The disk of the server is full') },
    })
    expect(await pickOf(container.url, league)).toEqual(['Reds'])

    await container.exec('rm', '/data/ballast')
    await expect.poll(() => league.visitor.get('/health')).toMatchObject({ body: { status: 'ok' } })
    expect(await save()).toMatchObject({ status: 200 })
    expect(await pickOf(container.url, league, 'Player 2')).toEqual(['Greens'])
  })
})
