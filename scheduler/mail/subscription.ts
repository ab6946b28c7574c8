import { setTimeout as sleep } from 'node:timers/promises'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { settings } from '../../domain/settings/settings.ts'
import { findCheckpoint, holdCheckpoint, moveCheckpoint } from '../../platform/database/checkpoints.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import {
  type Checkpoint,
  checkpointAt,
  LogLacksEvents,
  requireInLog,
} from '../../platform/event-store/checkpoint.ts'
import { openChronicle } from '../../platform/event-store/chronicle.ts'
import {
  type EventStore,
  EventStoreUnavailable,
  type Position,
} from '../../platform/event-store/event-store.ts'
import { withStreamsRead } from '../../platform/event-store/streams.ts'
import { queueSkipped } from '../../platform/mail/recall.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { leagueSeasonIds } from '../../projections/now/seasons.ts'
import type { Services } from '../services.ts'
import { addNoticesOf } from './add-notices.ts'
import { notSent, TEMPORARY } from './mail-reasons.ts'
import { forgetInLaterMails } from './policies/forget-in-later-mails.ts'
import { mailCancelled, mailReinstated } from './policies/mail-cancelled.ts'
import { mailLockMoved } from './policies/mail-lock-moved.ts'
import {
  mailEntry,
  mailLockedPicks,
  mailLookedAt,
  mailPointsChanged,
  mailResults,
  mailReworded,
  mailRulesChanged,
  mailSeasonEnd,
  mailSeasonReopened,
} from './policies/mail-news.ts'
import {
  mailFormerAddress,
  mailPicksPaused,
  mailPicksResumed,
  mailPlayerDeleted,
} from './policies/mail-pick-access.ts'
import {
  mailMissingLinksOfPlayer,
  mailMissingLinksOfRound,
  mailMissingLinksOfSeason,
  mailPickLinkAgain,
  mailPickLinks,
  mailRequestedLinks,
} from './policies/mail-pick-links.ts'
import { mailReminders } from './policies/mail-reminders.ts'
import type { EventOf, Policy } from './policies/policy.ts'

const RETRY_MS = 1_000
const REST_MS = 100
const MOVE_MS = 1_000

const both =
  <Type extends DomainEvent['type']>(
    one: Policy<NoInfer<Type>>,
    other: Policy<NoInfer<Type>>,
  ): Policy<Type> =>
  async (context, event) => [...(await one(context, event)), ...(await other(context, event))]

const nothing = async () => []

const POLICIES = {
  RoundActivated: mailPickLinks,
  PickLinkResent: mailPickLinkAgain,
  PickLinksRequested: mailRequestedLinks,
  ParticipantAdded: both(mailMissingLinksOfSeason, mailPicksResumed),
  SeasonActivated: both(mailMissingLinksOfSeason, mailPicksResumed),
  PicksSealedFromAdmins: mailMissingLinksOfSeason,
  PlayerReactivated: both(mailMissingLinksOfPlayer, mailPicksResumed),
  PlayerEmailChanged: both(mailMissingLinksOfPlayer, mailFormerAddress),
  PlayerLinksReplaced: mailMissingLinksOfPlayer,
  RoundRestored: both(mailMissingLinksOfRound, mailPicksResumed),
  SeasonDeactivated: mailPicksPaused,
  SeasonDeleted: mailPicksPaused,
  RoundDeleted: mailPicksPaused,
  ParticipantRemoved: mailPicksPaused,
  PlayerDeactivated: mailPicksPaused,
  PlayerRemoved: mailPlayerDeleted,
  PlayersReminded: mailReminders,
  RoundRescheduled: mailLockMoved,
  RoundRenamed: mailReworded,
  RoundEmailMessageChanged: mailReworded,
  RoundTeamRenamed: mailReworded,
  SeasonRenamed: mailReworded,
  SeasonYearsChanged: mailReworded,
  RoundCancelled: mailCancelled,
  RoundReinstated: mailReinstated,
  PickEntered: mailEntry,
  PickEntryWithdrawn: mailEntry,
  TieBreakGuessEntered: mailEntry,
  PicksLookedAt: mailLookedAt,
  PickLinkCopied: mailLookedAt,
  RoundLocked: mailLockedPicks,
  RoundCompleted: mailResults,
  PointsChanged: mailPointsChanged,
  NoPickPointsChanged: mailPointsChanged,
  SeasonRulesSet: mailRulesChanged,
  SeasonRulesFollowed: mailRulesChanged,
  RoundWeightSet: mailRulesChanged,
  SeasonEnded: mailSeasonEnd,
  SeasonReopened: mailSeasonReopened,
  NotificationsSwitchedOn: nothing,
  SeasonRestored: nothing,
  RoundPurged: nothing,
  SeasonPurged: nothing,
  AdminErased: forgetInLaterMails,
  PlayerErased: forgetInLaterMails,
} satisfies { [Type in DomainEvent['type']]?: Policy<Type> }

type MailedType = keyof typeof POLICIES

/** Each may end what kept mails from going out. */
const RESUMING: readonly EventOf['type'][] = [
  'SeasonActivated',
  'SeasonRestored',
  'SeasonPurged',
  'RoundRestored',
  'RoundPurged',
  'RoundReinstated',
  'ParticipantAdded',
  'PlayerReactivated',
  'PlayerEmailChanged',
  'NotificationsSwitchedOn',
]

export type MailSubscription = {
  failure(): string | null
  finished: Promise<void>
}

/** Its checkpoint survives a rebuild: what has been mailed is not mailed again. */
export function subscribeToLog(services: Services, signal: AbortSignal): MailSubscription {
  const { store, projector, privateSchema, log } = services
  let failed: Pick<EventOf, 'type' | 'position'> | null = null
  let refusal: string | null = null
  return {
    failure: () =>
      refusal ?? (failed && `${failed.type} at position ${failed.position} cannot be turned into mail`),
    finished: run(),
  }

  async function run() {
    while (!signal.aborted) {
      try {
        await follow()
      } catch (error) {
        if (error instanceof LogLacksEvents) refusal = error.message
        log.error({ err: error }, 'a policy failed and will be tried again')
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  async function follow() {
    const start = await findCheckpoint(privateSchema, 'mail')
    await requireInLog(store, start)
    refusal = null
    const place = lazyCheckpoint(services, start)
    forgetFailureUpTo(start.position)
    try {
      for await (const batch of store.subscribe({ after: start.position, signal })) {
        const last = batch.at(-1)
        if (!last) continue
        const isNews = batch.some((event) => isMailed(event as EventOf))
        while (isNews && !signal.aborted && !(await projector.waitFor(last.position)));
        if (signal.aborted) return
        for (const event of batch) await reactOrFail(event as EventOf)
        place.moveTo(checkpointAt(last))
        if (!isNews) await sleep(REST_MS, undefined, { signal }).catch(() => {})
      }
    } finally {
      await place.close()
    }
  }

  async function reactOrFail(event: EventOf) {
    try {
      await react(services, event)
    } catch (error) {
      // A log that is away says nothing of the event.
      if (!(error instanceof EventStoreUnavailable)) failed = { type: event.type, position: event.position }
      throw error
    }
    forgetFailureUpTo(event.position)
  }

  function forgetFailureUpTo(position: Position) {
    if (failed !== null && failed.position <= position) failed = null
  }
}

/** To look at an event again is cheap, and a write for each is not. */
function lazyCheckpoint({ privateSchema, store, log }: Services, start: Checkpoint) {
  let kept = start
  let place = start
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  const keep = async () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (kept === place) return
    const checkpoint = place
    // After a failover to an older copy the database would be ahead of the log.
    await requireInLog(store, checkpoint)
    await moveCheckpoint(privateSchema, 'mail', checkpoint)
    kept = checkpoint
  }
  const keepLater = () => {
    timer ??= setTimeout(() => keep().catch(tryAgain), MOVE_MS)
  }
  const tryAgain = (err: unknown) => {
    log.error({ err }, 'the place in the log was not kept')
    if (!isClosed) keepLater()
  }
  return {
    moveTo: (checkpoint: Checkpoint) => {
      place = checkpoint
      keepLater()
    },
    close: () => {
      isClosed = true
      return keep()
    },
  }
}

const isMailed = (event: EventOf): event is EventOf<MailedType> => event.type in POLICIES

async function react(services: Services, event: EventOf) {
  if (!isMailed(event)) return
  const policy = POLICIES[event.type] as Policy<MailedType>
  const work = (store: Pick<EventStore, 'read'>) =>
    services.kysely.transaction().execute(async (transaction) => {
      const privateSchema = openPrivateSchema(transaction)
      const { position } = await holdCheckpoint(privateSchema, 'mail')
      if (position >= event.position) return
      const context = {
        ...services,
        privateSchema,
        store,
        chronicle: openChronicle(store),
        read: readSchema(transaction, READ_SCHEMA),
        now: services.clock.now(),
      }
      if (RESUMING.includes(event.type))
        await queueSkipped(privateSchema, Object.values(TEMPORARY).map(notSent), context.now)
      await addNoticesOf(context, event, await policy(context, event))
      await moveCheckpoint(privateSchema, 'mail', checkpointAt(event))
    })
  await withStreamsRead(services.store, work, await streamsAhead(services, event))
}

async function streamsAhead({ read }: Services, { type }: EventOf): Promise<string[]> {
  if (type !== 'PointsChanged' && type !== 'NoPickPointsChanged') return []
  return [settings.stream(), ...(await leagueSeasonIds(read)).map((id) => seasonStream.stream(id))]
}
