import { setTimeout as sleep } from 'node:timers/promises'
import type { DomainEvent } from '#domain/domain-event'
import { type Position, START } from '#platform/event-store'
import { queueMails } from '#platform/outbox'
import { openVault } from '#platform/vault'
import { currentSettings } from '#projections/settings'
import { mailPickLinks, mailReminders } from './mail-pick-links.ts'
import type { Occurred, Reaction } from './reaction.ts'
import type { Services } from './services.ts'

const RETRY_MS = 1_000

const REACTIONS: { [Type in DomainEvent['type']]?: Reaction<Type> } = {
  RoundActivated: mailPickLinks,
  PlayersReminded: mailReminders,
}

/**
 * Follows the log and turns events into mails. It has a checkpoint of its own that no rebuild of the read models
 * touches: what has been mailed is not mailed again.
 */
export async function followReactions(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(services, signal)
    } catch (error) {
      services.log.error({ err: error }, 'a reaction failed and will be tried again')
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}

async function follow(services: Services, signal: AbortSignal) {
  const { store, projector, vault } = services
  const checkpoint = await vault
    .selectFrom('reactions')
    .select('position')
    .where('name', '=', 'mail')
    .executeTakeFirst()
  for await (const batch of store.subscribe({ after: checkpoint?.position ?? START, signal })) {
    const last = batch.at(-1)
    if (!last) continue
    while (!signal.aborted && !(await projector.waitFor(last.position)));
    if (signal.aborted) return
    for (const event of batch) await react(services, event as Occurred)
    await moveCheckpoint(services, last.position)
  }
}

async function react(services: Services, event: Occurred) {
  const reaction = REACTIONS[event.type] as Reaction<DomainEvent['type']> | undefined
  if (!reaction) return
  const mails = await reaction(services, event)
  const { notificationsOn } = await currentSettings(services.read)
  const now = services.clock.now()
  await services.kysely.transaction().execute(async (transaction) => {
    const vault = openVault(transaction)
    await queueMails(vault, event.id, mails, now, notificationsOn ? 'queued' : 'suppressed')
    await setCheckpoint(vault, event.position)
  })
}

const moveCheckpoint = ({ vault }: Services, position: Position) => setCheckpoint(vault, position)

async function setCheckpoint(vault: Services['vault'], position: Position) {
  await vault
    .insertInto('reactions')
    .values({ name: 'mail', position })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ position }))
    .execute()
}
