import { randomInt, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { statesIn } from '../../platform/event-store/states.ts'
import { type Command, transact } from '../../platform/event-store/transact.ts'
import { barrel, poured } from '../support/barrel.ts'
import type { ContractCase } from './event-store-contract.ts'

const KEEPS = ['keeps its stream', 'keeps nothing'] as const

/** With every store, a command that is repeated changes nothing twice. */
export const commandCases: ContractCase[] = KEEPS.flatMap((keeps) => [
  {
    name: `a command that is repeated after others, where the process ${keeps}, answers with its events`,
    run: async ({ store }) => {
      const barrelId = randomInt(2 ** 40)
      const command = someCommand()
      await withFollower(store, async () => {
        await pour(store, barrelId, 1, command)
        await pour(store, barrelId, 10)
        const asked = keeps === 'keeps nothing' ? anotherProcess(store) : store
        expect(await pour(asked, barrelId, 1, command)).toMatchObject({
          events: [poured(1)],
          state: { litres: 11 },
        })
        expect(await store.read(barrel.stream(barrelId))).toHaveLength(2)
      })
    },
  },
  {
    name: `a command that two processes do at once, of which one ${keeps}, is done once`,
    run: async ({ store }) => {
      const barrelId = randomInt(2 ** 40)
      const command = someCommand()
      await withFollower(store, async () => {
        await pour(store, barrelId, 1)
        const asked = keeps === 'keeps nothing' ? anotherProcess(store) : store
        await Promise.all([asked, anotherProcess(store)].map((each) => pour(each, barrelId, 10, command)))
        expect(await store.read(barrel.stream(barrelId))).toHaveLength(2)
      })
    },
  },
])

/** Shares the log, and nothing that is kept in memory. */
const anotherProcess = (store: EventStore): EventStore => ({ ...store })

async function withFollower(store: EventStore, work: () => Promise<void>) {
  const stop = new AbortController()
  const follow = async () => {
    const batches = store.subscribe({ after: await store.head(), signal: stop.signal })
    for await (const _ of statesIn(store).follow(batches));
  }
  const following = follow()
  await work().finally(() => stop.abort())
  await following
}

function pour(store: EventStore, barrelId: number, litres: number, command = someCommand()) {
  return transact(store, { aggregate: barrel, id: [barrelId], command, decide: () => [poured(litres)] })
}

const someCommand = (): Command => ({
  ...{ id: randomUUID(), actor: { kind: 'player', id: 3 }, occurredAt: '2026-03-01T12:00:00.000Z' },
})
