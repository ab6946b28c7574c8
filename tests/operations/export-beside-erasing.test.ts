import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { erasePerson } from '../../platform/erasing/erasing.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { sealLog } from '../../platform/integrity/hash-chain.ts'
import { exportLeague } from '../../platform/league-file/league-export.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aLeague } from '../support/league/a-league.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { type } from './console.ts'

const NOW = '2027-01-10T12:00:00.000Z'
const clock = settableClock(NOW)
const folder = temporaryFolder()
afterAll(async () => (await folder).remove())

let parts: SchedulerParts
beforeEach(async () => {
  parts = await schedulerParts({ clock })
  const players = ['Ann', 'Bob'].map((name) => ({ name, email: `${name}@example.com` }))
  await aLeague()
    .withPlayers(...players)
    .withSeason()
    .withRound()
    .in(parts)
  await sealLog({ kysely: parts.kysely, store: parts.rawEventStore, clock })
})
afterEach(() => parts.close())

test.each([
  ['before the first event is read', 0],
  ['and another one while the rest is read', 1],
])('a copy that is made while somebody is erased, %s, verifies', async (_, others) => {
  const path = join((await folder).path, `${others}.zip`)
  const people = [1, 2].slice(0, others + 1)
  const { kysely, store } = parts
  const rawEventStore = erasingAfterEachHead(people)
  await exportLeague(createWriteStream(path), { kysely, store, rawEventStore, clock, personalData: true })
  expect(people).toEqual([])

  const env = { DATA_DIR: join((await folder).path, `${others}`) }
  await copyTemplate(env.DATA_DIR)
  await type(['import', path], env)
  const { output, code } = await type(['verify'], env)
  expect(output).not.toContain('missing')
  expect(code).toBe(0)
})

/** The log, in which one of these people is erased each time that somebody has asked for its end. */
function erasingAfterEachHead(people: number[]): EventStore {
  const { rawEventStore } = parts
  return {
    ...rawEventStore,
    head: async () => {
      const head = await rawEventStore.head()
      const id = people.shift()
      const command = { id: randomUUID(), actor: { kind: 'system' }, occurredAt: NOW } as const
      if (id !== undefined) await erasePerson(parts, { kind: 'player', id }, command)
      return head
    },
  }
}
