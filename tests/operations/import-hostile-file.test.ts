import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealLog } from '../../platform/integrity/hash-chain.ts'
import { exportLeague } from '../../platform/league-file/league-export.ts'
import type { Manifest } from '../../platform/league-file/league-file.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { applicationForTest } from '../support/application.ts'
import { type Content, writeChangedFile } from '../support/changed-league-file.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aLeague } from '../support/league/a-league.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { schedulerParts } from '../support/scheduler-parts.ts'
import { type } from './console.ts'

const clock = settableClock('2027-01-10T12:00:00.000Z')
const PLAYERS = ['Ann', 'Bob', 'Cleo']

let folder: { path: string; remove(): Promise<void> }
let file: string
const inFolder = (name: string) => join(folder.path, name)

beforeAll(async () => {
  folder = await temporaryFolder()
  file = inFolder('league.zip')
  const parts = await schedulerParts({ clock })
  const players = PLAYERS.map((name) => ({ name, email: `${name}@example.com` }))
  await aLeague()
    .withPlayers(...players)
    .withSeason()
    .withRound()
    .in(parts)
  await sealLog({ kysely: parts.kysely, store: parts.rawEventStore, clock })
  await exportLeague(createWriteStream(file), { ...parts, clock, personalData: true })
  await parts.close()
})
afterAll(() => folder?.remove())

const line = (change: object) => (content: Content) => {
  Object.assign(content.events[3] ?? {}, change)
}
const stream = (name: string) => line({ stream: name, revision: 0 })
const seal = (change: object) => (content: Content) => {
  Object.assign(content.seals[0] ?? {}, change)
}
const manifest = (change: object) => (stated: Manifest) => {
  Object.assign(stated, change)
}

describe('a league file with lines that no export writes', () => {
  test.each<[string, (content: Content) => void, string]>([
    ['an id that is none', line({ id: 'x' }), 'line 4 of events.ndjson'],
    ['an event twice', ({ events }) => void events.splice(4, 0, { ...events[3] }), 'line 5 of events.ndjson'],
    ['a hole in a stream', line({ revision: 7 }), 'line 4 of events.ndjson'],
    ['no data', line({ data: null }), 'line 4 of events.ndjson'],
    ['a text that is not stored', line({ data: { name: 'A\0nn' } }), 'line 4 of events.ndjson'],
    ['a time that is none', line({ recordedAt: '+010000-01-01T00:00:00.000Z' }), 'line 4 of events.ndjson'],
    ['a day that is none', line({ recordedAt: '2027-02-30T00:00:00.000Z' }), 'line 4 of events.ndjson'],
    ['the metadata of a stream', stream('$$player-1'), 'line 4 of events.ndjson'],
    ['the settings of the event store', stream('$settings'), 'line 4 of events.ndjson'],
    ['an account of the event store', stream('$user-admin'), 'line 4 of events.ndjson'],
    ['the tombstones', stream('tombstones'), 'line 4 of events.ndjson'],
    ['a stream of another type of event', stream('link-key'), 'line 4 of events.ndjson'],
    ['a stream with an id too many', stream('player-1-1'), 'line 4 of events.ndjson'],
    ['a stream without its id', stream('player'), 'line 4 of events.ndjson'],
    ['a stream with an id that no export writes', stream('player-007'), 'line 4 of events.ndjson'],
    ['a stream beyond what is counted', stream('player-2147483648'), 'line 4 of events.ndjson'],
    ['an id beyond what is counted', line({ data: { playerId: 2 ** 31 } }), 'line 4 of events.ndjson'],
    ['a type that nobody knows', line({ type: 'PlayerPromoted' }), 'PlayerPromoted'],
    ['a log of a later format', line({ data: { logFormat: 4 } }), 'needs a newer version'],
    ['a type that every object has', line({ type: 'constructor' }), 'constructor'],
    ['a line without an end', line({ data: { name: 'x'.repeat(17 * 1024 ** 2) } }), 'a line that no export'],
    ['a seal that counts wrongly', seal({ events: 7_000_000_000 }), 'line 1 of seals.ndjson'],
  ])('%s is refused with one sentence, and nothing is written', async (_, change, reason) => {
    const path = inFolder('harmful.zip')
    await writeChangedFile({ from: file, to: path }, change)
    await expectRefused(path, reason)
  })

  const DIGEST = 'a'.repeat(43)
  const erased = { playerId: 1, wasRemoved: false, events: [{ revision: 0, digest: DIGEST }] }
  test.each<[string, string, object]>([
    ['without what it took', 'PlayerErased', { ...erased, events: undefined }],
    ['that took nothing that there is', 'PlayerErased', { ...erased, events: [null] }],
    ['that took an event without a digest', 'PlayerErased', { ...erased, events: [{ revision: 0 }] }],
    ['of nobody', 'PlayerErased', { ...erased, playerId: undefined }],
    ['of everybody', 'PlayerErased', { ...erased, playerId: null }],
    ['that does not say whether a player was there', 'PlayerErased', { ...erased, wasRemoved: undefined }],
    ['with an activity that is none', 'PlayerErased', { ...erased, activity: [{ at: 'never', is: true }] }],
    ['of an admin without what it took', 'AdminErased', { adminId: 1 }],
    ['of no admin', 'AdminErased', { events: erased.events }],
  ])('an erasure %s is refused', async (_, type, data) => {
    const path = inFolder('erasure.zip')
    await writeChangedFile({ from: file, to: path }, line({ stream: 'erasures', revision: 0, type, data }))
    await expectRefused(path, 'line 4 of events.ndjson')
  })

  test('a number that is too large to be one is refused', async () => {
    const path = inFolder('number.zip')
    const change = line({ data: { amount: 'LARGE' } })
    await writeChangedFile(
      { from: file, to: path },
      change,
      () => {},
      (text) => text.replace('"LARGE"', '1e400'),
    )
    await expectRefused(path, 'line 4 of events.ndjson')
  })

  test('metadata that is not ours is refused', async () => {
    const path = inFolder('metadata.zip')
    await writeChangedFile({ from: file, to: path }, ({ events }) => {
      Object.assign(events[3]?.metadata ?? {}, { $maxCount: 1 })
    })
    await expectRefused(path, 'line 4 of events.ndjson')
  })

  test('an event of a later version says which version can read it', async () => {
    const path = inFolder('later.zip')
    await writeChangedFile({ from: file, to: path }, ({ events }) => {
      Object.assign(events[3]?.metadata ?? {}, { schemaVersion: 99 })
    })
    await expectRefused(path, 'needs a newer version of this program')
  })
})

describe('a league file with a manifest of something else', () => {
  test.each<[string, (manifest: Manifest) => void, string]>([
    ['ids below zero', manifest({ ids: { player: -5 } }), 'manifest.json'],
    ['ids beyond what is counted', manifest({ ids: { season: 1e30 } }), 'manifest.json'],
    ['ids after which nobody gets one', manifest({ ids: { round: 2 ** 31 - 1 } }), 'manifest.json'],
    ['no checksums', manifest({ files: {} }), 'manifest.json'],
    ['a version that is none', manifest({ formatVersion: 'x' }), 'manifest.json'],
    ['spaces', manifest({ notes: [' '.repeat(200_000)] }), 'larger than an export'],
    ['fewer events', manifest({ events: 1 }), 'manifest.json'],
    ['more seals', manifest({ seals: 7 }), 'manifest.json'],
    ['another head', manifest({ sealedHead: 'a'.repeat(64) }), 'manifest.json'],
    [
      'fewer lines',
      (stated) => {
        stated.events = 1
        stated.files['events.ndjson'].lines = 1
      },
      'events.ndjson',
    ],
    ['more bytes', ({ files }) => Object.assign(files['seals.ndjson'], { bytes: 1 }), 'seals.ndjson'],
  ])('%s is refused with one sentence, and nothing is written', async (_, change, reason) => {
    const path = inFolder('manifest.zip')
    await writeChangedFile({ from: file, to: path }, () => {}, change)
    await expectRefused(path, reason)
  })
})

describe('a league file that does not prove its events', () => {
  const bob = ({ events }: Content) => events.find(({ data }) => (data as { name?: string }).name === 'Bob')
  const another = (name: string) => (content: Content) => Object.assign(bob(content)?.data ?? {}, { name })
  const added =
    (occurredAt: string, adminId = 66, isMain = false) =>
    (content: Content) => {
      const last = content.events.at(-1)
      const data = { adminId, name: 'Mal\nlory', email: 'mallory@example.com', isMain }
      content.events.push({
        ...{
          id: randomUUID(),
          stream: `admin-${adminId}`,
          revision: 0,
          position: `${last?.position}1`,
          type: 'AdminAdded',
          data,
        },
        ...{ metadata: { ...(last?.metadata as object), occurredAt }, recordedAt: occurredAt },
      })
    }
  const withoutSeals = (content: Content) => void content.seals.splice(0)

  test.each<[string, (content: Content) => void, string]>([
    ['an event that was changed', another('Rob'), 'it contradicts its seals: PlayerAdded at position '],
    [
      'an event less',
      ({ events }) => void events.pop(),
      'it contradicts its seals: an event is missing at the end of seal',
    ],
    [
      'an event that was added at the time of the export',
      added(clock.now()),
      'it contradicts its seals: 1 event is not sealed',
    ],
    [
      'a seal that was changed',
      seal({ head: 'a'.repeat(64) }),
      'it contradicts its seals: seal 1: its head does not follow',
    ],
    ['no seals', withoutSeals, 'it has no seals, so nothing proves its events'],
    [
      'no seals, and an event that was changed',
      (content) => {
        withoutSeals(content)
        another('Rob')(content)
      },
      'it has no seals',
    ],
  ])('with %s is refused with one sentence, and nothing is written', async (_, change, reason) => {
    const path = inFolder('unproven.zip')
    await writeChangedFile({ from: file, to: path }, change)
    await expectRefused(path, reason)
  })

  test('is imported when somebody asks for it, and told what does not fit', async () => {
    const path = inFolder('asked-for.zip')
    await writeChangedFile({ from: file, to: path }, another('Rob'))
    const env = { DATA_DIR: inFolder('asked-for') }
    await copyTemplate(env.DATA_DIR)
    const { output } = await type(['import', path, '--unproven'], env)
    expect(output).toMatch(
      /^! PlayerAdded at position \d+ \(player-2, revision 0\) is not the event that was sealed$/m,
    )
    const { code } = await type(['verify'], env)
    expect(code).toBe(1)
  })

  test('because an admin was added at its end names this admin with the address', async () => {
    const path = inFolder('added.zip')
    await writeChangedFile({ from: file, to: path }, added('2027-01-10T11:00:00.000Z'))
    const env = { DATA_DIR: inFolder('added') }
    await copyTemplate(env.DATA_DIR)
    const { output } = await type(['import', path, '--unproven'], env)
    expect(output).toContain('; 1 came without a seal')
    expect(output).toContain('  Admin   Mal?lory <mallory@example.com>')
  })

  test.each<[string, boolean, object[]]>([
    ['was added', true, []],
    ['came with a new name', false, [{ type: 'AdminRenamed', data: { name: 'Mallory', isMain: true } }]],
  ])('nobody can ask for a second main admin who %s', async (_, isMain, more) => {
    const path = inFolder('two-main-admins.zip')
    await writeChangedFile({ from: file, to: path }, (content) => {
      added(clock.now(), 65, true)(content)
      added(clock.now(), 66, isMain)(content)
      const last = content.events.at(-1)
      const next = { id: randomUUID(), revision: 1, position: `${last?.position}1` }
      content.events.push(...more.map((one) => ({ ...last, ...next, ...one })))
    })
    await expectRefused(path, 'it has more than one main admin', '--unproven')
  })
})

test('a part that would unpack to more than any league has is refused before it is read', async () => {
  const path = inFolder('bomb.zip')
  const bytes = await readFile(file)
  // The size is the seventh number of an entry in the directory, which is at the end: the name follows 22 bytes later.
  bytes.writeUInt32LE(3 * 1024 ** 3, bytes.lastIndexOf('events.ndjson') - 22)
  await writeFile(path, bytes)
  await expectRefused(path, 'events.ndjson in it is larger than an export')
})

test('ids that are too low for the events are raised, so that nobody new gets the id of somebody else', async () => {
  const path = inFolder('low-ids.zip')
  await writeChangedFile({ from: file, to: path }, () => {}, manifest({ ids: {} }))
  const env = { DATA_DIR: inFolder('low-ids') }
  await copyTemplate(env.DATA_DIR)
  await type(['import', path], env)
  const application = await applicationForTest({ clock, dataDir: env.DATA_DIR })
  const admin = await setUpAdmin(application.url)
  const { body } = await admin.post('/admin/users', { name: 'Newcomer', email: '' })
  await application.close()
  expect(body).toMatchObject({ id: PLAYERS.length + 1 })
})

async function expectRefused(path: string, reason: string, ...options: string[]) {
  const env = { DATA_DIR: inFolder(randomUUID()) }
  const refusal = await type(['import', path, ...options], env).catch((error: Error) => error)
  expect(refusal).toBeInstanceOf(StartRefusal)
  expect(`${refusal}`).toMatch(/^[^\n]+ cannot be imported: [^\n]+$/)
  expect(`${refusal}`).toContain(reason)
  expect(existsSync(env.DATA_DIR)).toBe(false)
}
