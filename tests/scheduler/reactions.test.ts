import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { addPlayer, player } from '../../domain/players/player.ts'
import { subscribeToLog } from '../../scheduler/mail/subscription.ts'
import { startScheduler } from '../../scheduler/scheduler.ts'
import { settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function openLeague() {
  const parts = await schedulerParts({ clock: settableClock('2027-01-10T12:00:00.000Z') })
  cleanups.push(parts.close)
  await aLeague().withPlayers('Ann').withSeason().withRound().in(parts)
  return parts
}

const checkpoint = async ({ privateSchema }: SchedulerParts) =>
  (await privateSchema.selectFrom('checkpoints').select('position').executeTakeFirst())?.position

describe('the reactions', () => {
  test('of a slow process do not take the checkpoint back behind that of a fast one', async () => {
    const parts = await openLeague()
    const reached = gate()
    const release = gate()
    const stopSlow = new AbortController()
    const slow = subscribeToLog(
      {
        ...parts,
        store: { ...parts.store, subscribe: (from) => firstOf(parts.store.subscribe(from), stopSlow) },
        projector: {
          ...parts.projector,
          waitFor: async () => {
            reached.open()
            await release.opened
            return true
          },
        },
      },
      stopSlow.signal,
    )
    await reached.opened
    await parts.run(player, [2], (state) => addPlayer(state, { playerId: 2, name: 'Bob', email: null }))
    const head = await parts.store.head()
    const stopFast = new AbortController()
    const fast = subscribeToLog(parts, stopFast.signal)
    await eventually('the fast process', async () => (await checkpoint(parts)) === head)
    stopFast.abort()
    await fast.finished
    release.open()
    await slow.finished
    expect(await checkpoint(parts)).toBe(head)
    expect(await parts.outbox()).toHaveLength(1)
  })

  test('note once more how far they have come where that has failed, although nothing new follows', async () => {
    const parts = await openLeague()
    let attempts = 0
    const privateSchema = new Proxy(parts.privateSchema, {
      get: (schema, name: 'insertInto') => {
        if (name === 'insertInto') attempts += 1
        if (name === 'insertInto' && attempts <= 2) throw new Error('The database is away')
        return schema[name].bind(schema)
      },
    })
    const stopping = new AbortController()
    const { finished } = subscribeToLog({ ...parts, privateSchema }, stopping.signal)
    cleanups.push(async () => {
      stopping.abort()
      await finished
    })
    await parts.run(player, [2], (state) => addPlayer(state, { playerId: 2, name: 'Bob', email: null }))
    const head = await parts.store.head()
    await eventually('the checkpoint', async () => (await checkpoint(parts)) === head)
    expect(attempts).toBe(3)
  })

  test('say on which event they stand still, without anything personal, until they get past it', async () => {
    const parts = await openLeague()
    // The tables are ahead of it: whoever came before the sport was opened is mailed a link on the way.
    const joined = (await parts.store.read('season-1')).find(({ type }) => type === 'ParticipantAdded')
    await sql`create function private.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'No notice for Ann'; end $$`.execute(parts.kysely)
    await sql`create trigger refuse before insert on private.notices for each row
      execute function private.refuse()`.execute(parts.kysely)
    const scheduler = startScheduler(parts)
    cleanups.push(scheduler.stop)
    expect(scheduler.failure()).toBeNull()
    const failure = await eventually('the failure', async () => scheduler.failure())
    expect(failure).toBe(`ParticipantAdded at position ${joined?.position} cannot be turned into mail`)
    expect(await parts.outbox()).toEqual([])
    await sql`drop trigger refuse on private.notices`.execute(parts.kysely)
    await eventually('the way past it', async () => scheduler.failure() === null)
    expect(await parts.outbox()).toHaveLength(1)
  })
})

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Stops whoever reads on. */
async function* firstOf<Batch>(batches: AsyncIterable<Batch>, stop: AbortController) {
  for await (const batch of batches) {
    yield batch
    return stop.abort()
  }
}
