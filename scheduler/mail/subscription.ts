import { setTimeout as sleep } from 'node:timers/promises'
import type { MailedType } from '../../domain/event-table.ts'
import { ARRIVAL, moveRoundIn } from '../../domain/rounds/round-editing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { openPrivateSchema, type PrivateSchema } from '../../platform/database/private-schema.ts'
import { type Position, START } from '../../platform/event-store/event-store.ts'
import { partOf, transact } from '../../platform/event-store/transact.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import type { Services } from '../services.ts'
import { forgetInLaterMails } from './forget-in-later-mails.ts'
import {
  mailLockedPicks,
  mailLockMoved,
  mailPickEntered,
  mailPointsChanged,
  mailResults,
  mailSeasonEnd,
  mailSeasonReopened,
} from './mail-news.ts'
import {
  mailMissingLinksOfPlayer,
  mailMissingLinksOfRound,
  mailMissingLinksOfSeason,
  mailPickLinkAgain,
  mailPickLinks,
  mailReminders,
} from './mail-pick-links.ts'
import type { EventOf, Policy } from './policy.ts'
import { queueMailsToPlayers } from './queue-mails.ts'

const RETRY_MS = 1_000
/** Events of so long a time, of which no mail followed, are looked at again after a crash. */
const MOVE_MS = 1_000

const POLICIES: { [Type in MailedType]: Policy<Type> } = {
  RoundActivated: mailPickLinks,
  PickLinkResent: mailPickLinkAgain,
  ParticipantAdded: mailMissingLinksOfSeason,
  SeasonActivated: mailMissingLinksOfSeason,
  PlayerReactivated: mailMissingLinksOfPlayer,
  PlayerEmailChanged: mailMissingLinksOfPlayer,
  RoundRestored: mailMissingLinksOfRound,
  PlayersReminded: mailReminders,
  RoundRescheduled: mailLockMoved,
  PickEntered: mailPickEntered,
  RoundLocked: mailLockedPicks,
  RoundCompleted: mailResults,
  PointsChanged: mailPointsChanged,
  SeasonEnded: mailSeasonEnd,
  SeasonReopened: mailSeasonReopened,
  AdminErased: forgetInLaterMails,
  PlayerErased: forgetInLaterMails,
}

export type MailSubscription = {
  /** Which event no mail can be made of, so that no later one is reached either; null while all goes well. */
  failure(): string | null
  /** Settles once the signal has aborted and the work under way is done. */
  finished: Promise<void>
}

/**
 * Follows the log and turns events into mails. It has a checkpoint of its own that no rebuild of the read models
 * touches: what has been mailed is not mailed again.
 */
export function subscribeToLog(services: Services, signal: AbortSignal): MailSubscription {
  const { store, projector, privateSchema, log } = services
  let failed: Pick<EventOf, 'type' | 'position'> | null = null
  return {
    failure: () => failed && `${failed.type} at position ${failed.position} cannot be turned into mail`,
    finished: run(),
  }

  async function run() {
    while (!signal.aborted) {
      try {
        await follow()
      } catch (error) {
        log.error({ err: error }, 'a policy failed and will be tried again')
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  async function follow() {
    const after = await findCheckpoint(privateSchema)
    const place = lazyCheckpoint(privateSchema, after, log)
    forgetFailureUpTo(after)
    try {
      for await (const batch of store.subscribe({ after, signal })) {
        const last = batch.at(-1)
        if (!last) continue
        while (!signal.aborted && !(await projector.waitFor(last.position)));
        if (signal.aborted) return
        for (const event of batch) await reactOrFail(event as EventOf)
        place.moveTo(last.position)
      }
    } finally {
      await place.keep()
    }
  }

  async function reactOrFail(event: EventOf) {
    try {
      await react(services, event)
    } catch (error) {
      failed = { type: event.type, position: event.position }
      throw error
    }
    forgetFailureUpTo(event.position)
  }

  /** Another process may have got past the event. */
  function forgetFailureUpTo(position: Position) {
    if (failed !== null && failed.position <= position) failed = null
  }
}

/** Keeps a place now and then: to look at an event once more is cheap, and a write for each one is not. */
function lazyCheckpoint(privateSchema: PrivateSchema, start: Position, log: Services['log']) {
  let kept = start
  let place = start
  let timer: NodeJS.Timeout | null = null
  const keep = async () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (kept === place) return
    const position = place
    await moveCheckpoint(privateSchema, position)
    kept = position
  }
  const keepLater = () => {
    keep().catch((err: unknown) => log.error({ err }, 'the place in the log was not kept'))
  }
  return {
    keep,
    moveTo: (position: Position) => {
      place = position
      timer ??= setTimeout(keepLater, MOVE_MS)
    },
  }
}

const isMailed = (event: EventOf): event is EventOf<MailedType> => event.type in POLICIES

/** Each event in its turn and once, however many processes follow the log: the checkpoint moves with the mails. */
async function react(services: Services, event: EventOf) {
  if (event.type === 'RoundMovedOut') await finishMove(services, event)
  if (!isMailed(event)) return
  const policy = POLICIES[event.type] as Policy<MailedType>
  await services.kysely.transaction().execute(async (transaction) => {
    const privateSchema = openPrivateSchema(transaction)
    if ((await holdCheckpoint(privateSchema)) >= event.position) return
    const context = {
      privateSchema,
      read: readSchema(transaction, services.readSchemaName),
      now: services.clock.now(),
    }
    await queueMailsToPlayers(services, context, event, await policy(context, event))
    await moveCheckpoint(privateSchema, event.position)
  })
}

/** A sport that has left its season and did not arrive: whoever moved it has crashed in between. */
async function finishMove({ store, clock }: Services, { id, data, metadata }: EventOf<'RoundMovedOut'>) {
  await transact(store, {
    aggregate: seasonStream,
    id: [data.seasonId],
    command: {
      ...{ id: partOf(metadata.commandId, ARRIVAL), correlationId: metadata.commandId, causationId: id },
      ...{ actor: metadata.actor, occurredAt: clock.now() },
    },
    decide: (state) => moveRoundIn(roundIn(state, data.roundId), data),
  })
}

async function findCheckpoint(privateSchema: PrivateSchema): Promise<Position> {
  const row = await checkpointIn(privateSchema).executeTakeFirst()
  return row?.position ?? START
}

/** Nobody else moves it until the transaction ends. */
async function holdCheckpoint(privateSchema: PrivateSchema): Promise<Position> {
  await moveCheckpoint(privateSchema, START)
  const { position } = await checkpointIn(privateSchema).forUpdate().executeTakeFirstOrThrow()
  return position
}

const checkpointIn = (privateSchema: PrivateSchema) =>
  privateSchema.selectFrom('checkpoints').select('position').where('name', '=', 'mail')

/** Only ever forward: another process may be further on. */
async function moveCheckpoint(privateSchema: PrivateSchema, position: Position) {
  await privateSchema
    .insertInto('checkpoints')
    .values({ name: 'mail', position })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ position })
        .where('checkpoints.position', '<', (eb) => eb.ref('excluded.position')),
    )
    .execute()
}
