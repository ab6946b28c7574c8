import { type Admin, admin } from '../domain/admins/admin.ts'
import { counted } from '../domain/names.ts'
import { streamIdOf } from '../domain/stream-id.ts'
import { findCheckpoint } from '../platform/database/checkpoints.ts'
import { drawnIds, ID_KINDS, type IdKind, isIdKind, NO_IDS } from '../platform/database/ids.ts'
import { openPrivateSchema } from '../platform/database/private-schema.ts'
import { type Checkpoint, isInLog } from '../platform/event-store/checkpoint.ts'
import { START } from '../platform/event-store/event-store.ts'
import { readOrGone } from '../platform/event-store/streams.ts'
import { load } from '../platform/event-store/transact.ts'
import type { Installation } from '../platform/installation.ts'
import { lastSeal, missingSeals } from '../platform/integrity/hash-chain.ts'
import { findLostEvents, type LostEvents } from '../platform/integrity/lost-events.ts'
import { ownerOf } from '../platform/log-owner.ts'
import { findCheckpoint as findTables } from '../projections/engine/checkpoint.ts'
import { READ_SCHEMA } from '../projections/engine/version.ts'

export type RestoreCheck = {
  missing: string[]
  /** What a server fixes when it starts, and what people should know. */
  notes: string[]
  lost: LostEvents
}

/** Reads the whole log, and changes nothing. */
export async function checkRestore({ database, rawEventStore, store }: Installation): Promise<RestoreCheck> {
  const { kysely } = database
  const privateSchema = openPrivateSchema(kysely)
  const tables = await findTables(kysely, READ_SCHEMA)
  const mail = await findCheckpoint(privateSchema, 'mail')
  const behind = { tables: 0, mail: 0 }
  const highest = { ...NO_IDS }
  const adminIds = new Set<number>()

  const lost = await findLostEvents(kysely, rawEventStore, ({ stream, data, position }) => {
    if (position > (tables?.position ?? START)) behind.tables += 1
    if (position > mail.position) behind.mail += 1
    const { kind, ids } = streamIdOf(stream)
    const id = ids[0] ?? 0
    if (isIdKind(kind)) raise(kind, id)
    if (kind === 'season') raise('round', (data as { roundId?: number }).roundId ?? 0)
    if (kind === 'admin') adminIds.add(id)
  })
  const sealed = await findCheckpoint(privateSchema, 'seals')
  const followers: [string, Checkpoint | null][] = [
    ['The read tables have', tables],
    ['Mail has', mail],
    ['The hash chain has', sealed],
  ]
  const missing = [
    ...(await ownerSentences()),
    ...lostSentences(lost),
    ...(await Promise.all(followers.map(followerSentences))).flat(),
    ...(await mailSentences()),
    ...missingSeals(sealed, await lastSeal(kysely)).map((sentence) => `${sentence}.`),
  ]
  const accounts = await accountSentences()
  return {
    missing: [...missing, ...accounts.missing],
    notes: [...behindSentences(), ...(await idSentences()), ...accounts.notes],
    lost,
  }

  function raise(kind: IdKind, id: number) {
    highest[kind] = Math.max(highest[kind], id)
  }

  async function ownerSentences() {
    const { here, there } = await ownerOf({ store, privateSchema })
    if (there === null || there === here) return []
    return here === null
      ? ['The database is new: the accounts and mails that belong to this event log are missing.']
      : ['The event log belongs to another installation than the database.']
  }

  async function followerSentences([who, checkpoint]: [string, Checkpoint | null]) {
    if (checkpoint === null || (await isInLog(rawEventStore, checkpoint))) return []
    return [`${who} followed the event log up to position ${checkpoint.position}, which is missing.`]
  }

  async function mailSentences() {
    const mails = await privateSchema
      .selectFrom('mails')
      .select(['position', 'sent_at'])
      .where('position', '>', lost.common?.position ?? START)
      .where('state', 'in', ['sent', 'unconfirmed'])
      .execute()
    const gone = mails.filter(({ position }) => position !== null && !lost.since.has(position))
    const last = gone.map(({ sent_at }) => sent_at ?? '').sort()
    return gone.length === 0
      ? []
      : [
          `${counted(gone.length, 'mail was', 'mails were')} sent for missing events, the last at ${last.at(-1)}.`,
        ]
  }

  async function accountSentences() {
    const rows = await privateSchema.selectFrom('credentials').select('admin_id').execute()
    const known = new Set(rows.map(({ admin_id }) => admin_id))
    const active: number[] = []
    for (const id of adminIds) if (isActive(await load(store, admin, id))) active.push(id)
    const unknown: number[] = []
    // An erased admin is gone from the log, and not missing.
    for (const id of known)
      if ((await readOrGone(rawEventStore, admin.stream(id)))?.length === 0) unknown.push(id)
    return {
      missing: unknown.map(
        (id) => `Admin ${id} has an account in the database, but is not in the event log.`,
      ),
      notes: active
        .filter((id) => !known.has(id))
        .map(
          (id) =>
            `Admin ${id} has no password here. They can sign in by a mailed link, or use npm run reset-admin.`,
        ),
    }
  }

  function behindSentences() {
    const sentences: string[] = []
    if (tables === null) sentences.push('There are no read tables. A server builds them when it starts.')
    else if (behind.tables > 0)
      sentences.push(
        `${counted(behind.tables, 'event is', 'events are')} not in the read tables yet. A server adds them when it starts.`,
      )
    if (behind.mail > 0)
      sentences.push(
        `A server will look at ${counted(behind.mail, 'event', 'events')} for mail to send when it starts, and may send mail again that went out before. With --accept it sends no mail.`,
      )
    return sentences
  }

  async function idSentences() {
    const drawn = await drawnIds(kysely)
    return ID_KINDS.filter((kind) => drawn[kind] < highest[kind]).map(
      (kind) =>
        `The ids of ${kind}s are at ${drawn[kind]}, and the event log at ${highest[kind]}: a server corrects this when it starts.`,
    )
  }
}

function lostSentences({ count, sealed }: LostEvents): string[] {
  if (sealed === null) return []
  return [
    `${counted(count, 'event is', 'events are')} missing from the event log, sealed from ${sealed.first} to ${sealed.last}.`,
  ]
}

const isActive = ({ status }: Admin) => status === 'active' || status === 'must_set_up'
