import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, admin, removeAdmin, renameAdmin } from '../../domain/admins/admin.ts'
import { champion, correctChampion, recordChampion, removeChampion } from '../../domain/champions/champion.ts'
import { addPlayer, declineMail, editPlayer, player, removePlayer } from '../../domain/players/player.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { erasePerson } from '../../platform/erasing/erasing.ts'
import type { Person } from '../../platform/erasing/mail-erasing.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { settableClock } from '../support/clock.ts'
import { type Commands, commandsOn } from '../support/league/commands.ts'
import { embeddedLog, type LogForTest } from '../support/log.ts'
import { tablesOf } from '../support/read-tables.ts'
import { replayInto } from '../support/replay-into.ts'
import { startProjector } from '../support/start-projector.ts'

type Step = (id: number) => Promise<unknown>

const clock = settableClock('2027-01-10T12:00:00.000Z')
let log: LogForTest
let run: Commands['run']
let lastId = 0

beforeAll(async () => {
  log = await embeddedLog()
  run = commandsOn(log.store, clock).run
})
afterAll(() => log.close())

const PLAYER_STEPS: Step[] = [
  (id) => run(player, [id], (state) => addPlayer(state, { playerId: id, name: `Ivy ${id}`, email: null })),
  (id) => run(player, [id], (state) => editPlayer(state, { name: `Iris ${id}`, email: 'iris@example.com' })),
  (id) => run(player, [id], (state) => declineMail(state, 'reminders')),
]

const NOBODY_ELSE = { honoured: [], nameOf: String }
const ofOld = (name: string) => ({ name, playerId: null, endYear: 1998, note: `${name} cheated` })

const PEOPLE: { who: string; steps: Step[]; kind: Person['kind']; left: string[] }[] = [
  { who: 'a player', steps: PLAYER_STEPS, kind: 'player', left: ['Erased player'] },
  {
    who: 'a player who was removed',
    steps: [...PLAYER_STEPS, (id) => run(player, [id], (state) => removePlayer(state, false))],
    kind: 'player',
    left: [],
  },
  {
    who: 'an admin who was removed',
    steps: [
      (id) =>
        run(admin, [id], (state) =>
          addAdmin(state, { adminId: id, name: `Ivy ${id}`, email: `ivy-${id}@example.com`, isMain: false }),
        ),
      (id) => run(admin, [id], (state) => renameAdmin(state, `Iris ${id}`)),
      (id) => run(admin, [id], removeAdmin),
    ],
    kind: 'admin',
    left: [],
  },
  {
    who: 'a champion of long ago',
    steps: [
      (id) => run(champion, [id], (state) => recordChampion(state, id, ofOld(`Ivy ${id}`), NOBODY_ELSE)),
      (id) => run(champion, [id], (state) => correctChampion(state, ofOld(`Iris ${id}`), NOBODY_ELSE)),
      (id) => run(champion, [id], removeChampion),
    ],
    kind: 'champion',
    left: [],
  },
]
const CASES = PEOPLE.flatMap((person) =>
  [...person.steps.keys(), person.steps.length].map((seen) => [seen, person.who, person] as const),
)

test.each(CASES)(
  'the tables that saw %i events of %s forget them',
  async (seen, _, { steps, kind, left }) => {
    lastId += 1
    for (const step of steps.slice(0, seen)) await step(lastId)
    await project()
    for (const step of steps.slice(seen)) await step(lastId)
    await erase({ kind, id: lastId })
    await project()

    const told = JSON.stringify(await tablesOf(log.database.kysely, READ_SCHEMA))
    expect(told).not.toMatch(new RegExp(`(Ivy|Iris) ${lastId}\\b`))
    for (const name of left) expect(told).toContain(`${name} ${lastId}`)
  },
)

test('a replay makes the same tables of what is left', async () => {
  const tables = await tablesOf(log.database.kysely, READ_SCHEMA)
  await replayInto(log.database, log.store, 'replay')
  expect(await tablesOf(log.database.kysely, 'replay')).toEqual(tables)
})

/** Takes whatever the log holds by now, and stands still again. */
async function project() {
  const projector = await startProjector({ ...log, onError: console.error })
  await projector.stop()
}

function erase(person: Person) {
  const { store, database } = log
  const command = { id: randomUUID(), actor: { kind: 'admin', id: 1 }, occurredAt: clock.now() } as const
  return erasePerson(
    {
      ...{ store, rawEventStore: store, kysely: database.kysely },
      privateSchema: openPrivateSchema(database.kysely),
    },
    person,
    command,
  )
}
