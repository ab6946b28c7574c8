import { v5 as uuidv5 } from 'uuid'
import type { Instant } from '../../domain/event.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { byLock } from '../../domain/rounds/round.ts'
import { holdCheckpoint } from '../../platform/database/checkpoints.ts'
import { type NoticeRow, openPrivateSchema } from '../../platform/database/private-schema.ts'
import { groupedBy, type NotEmpty } from '../../platform/grouped.ts'
import type { OutboxMail } from '../../platform/mail/mail-list.ts'
import { insertMails, newRow } from '../../platform/mail/mails.ts'
import { isAnyDue, MAIL_FORMING_LOCK, moveNotices, waitingNotices } from '../../platform/mail/notices.ts'
import { type RefusalOf, refusedAddresses } from '../../platform/mail/refused-addresses.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { lockTimes } from '../../projections/now/rounds.ts'
import { linksAskedFor } from '../../projections/past/events.ts'
import { findDocuments } from '../../projections/read-models/find-documents.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import type { Services } from '../services.ts'
import { isUseless, TOO_LATE } from './check-notices.ts'
import { ADDRESS_REFUSED, notSent, TEMPORARY } from './mail-reasons.ts'
import { templateOf } from './mail-templates.ts'
import { namesOf } from './mails/reader.ts'
import { inParts, recipients } from './recipients.ts'

/** Makes mails, which are not written yet, of all notices that are due. */
export async function formMails(
  services: Pick<Services, 'kysely' | 'privateSchema' | 'clock' | 'locks'>,
): Promise<void> {
  const dueAt = services.clock.now()
  if (!(await isAnyDue(services.privateSchema, dueAt))) return
  await services.locks.hold(MAIL_FORMING_LOCK, () => formDue(services, dueAt))
}

async function formDue({ kysely }: Pick<Services, 'kysely'>, dueAt: Instant): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    const privateSchema = openPrivateSchema(transaction)
    // One process at a time, and not while notices are added: those who share an address share the mail.
    await holdCheckpoint(privateSchema, 'mail')
    const read = readSchema(transaction, READ_SCHEMA)
    const notices = await waitingNotices(privateSchema, dueAt)
    const refusalOf = await refusedAddresses(privateSchema)
    const { formed, unreachable } = await mailsOf(read, notices, refusalOf, dueAt)
    await insertMails(
      privateSchema,
      formed.map(({ mail }) => mail),
    )
    await moveNotices(privateSchema, null, [
      ...formed.flatMap(({ mail, notices }) => notices.map((notice) => ({ ...notice, mail_id: mail.id }))),
      ...unreachable,
    ])
  })
}

/** By address, and by what may go together. `unreachable`: skipped, of players without an address that takes mail. */
export async function mailsOf(
  read: Read,
  notices: readonly NoticeRow[],
  refusalOf: RefusalOf,
  now: Instant,
): Promise<{ formed: OutboxMail[]; unreachable: NoticeRow[] }> {
  const known = await findDocuments(read, 'player', new Set(notices.map(({ player_id }) => player_id)))
  const players = [...known.values()]
  const isRefused = players.some(({ email }) => refusalOf(email) !== null)
  // A player who asked for a link gets it even at an address that the mail server refused before.
  const positions = isRefused ? [...new Set(notices.map(({ position }) => position))] : []
  const asked = new Set(await linksAskedFor(read, positions))
  const locks = await lockTimes(read, [...new Set(notices.map(({ round_id }) => round_id))])
  const formed: OutboxMail[] = []
  const unreachable: NoticeRow[] = []
  const whyNot = (notice: NoticeRow) => {
    if (isUseless(uselessAt(notice, locks), now)) return TOO_LATE
    return known.has(notice.player_id) ? TEMPORARY.noAddress : TEMPORARY.noParticipant
  }
  for (const together of groupedBy(notices.toSorted(firstLockFirst(locks)), mailKey)) {
    const ids = new Set(together.map(({ player_id }) => player_id))
    const readersOf = new Map<number, NotEmpty<PresentPlayer>>()
    const theirs = players.filter(({ playerId }) => ids.has(playerId))
    for (const readers of recipients(theirs, templateOf(together[0].template)?.readersMax)) {
      for (const { playerId } of readers) readersOf.set(playerId, readers)
    }
    for (const theirs of groupedBy(together, ({ player_id }) => readersOf.get(player_id))) {
      const readers = readersOf.get(theirs[0].player_id)
      const refusal = readers && !asked.has(theirs[0].position) ? refusalOf(readers[0].email) : null
      if (readers === undefined || refusal !== null) {
        unreachable.push(
          ...theirs.map((notice) => skipped(notice, refusal ? ADDRESS_REFUSED : whyNot(notice))),
        )
      } else {
        const occasions = groupedBy(theirs, ({ occasion }) => occasion)
        const largest = Math.max(...occasions.map(({ length }) => length))
        const mails = inParts(occasions, Math.floor(LINKS_MAX / largest))
        formed.push(...mails.map((part) => formOf(part, readers, locks)))
      }
    }
  }
  return { formed, unreachable }
}

const skipped = (notice: NoticeRow, reason: string): NoticeRow => ({
  ...{ ...notice, state: 'skipped', reply: notSent(reason) },
})

/** Mail programs cut a mail with too many links. */
const LINKS_MAX = 36

/** What one event asks for, or what waits until one moment, so that the mails are the same whenever the sender looks. */
function mailKey({ template, season_id, position, day, due_at, occasion }: NoticeRow): string {
  const { writeSeveral, heldTogether } = templateOf(template) ?? {}
  if (heldTogether) return `${template} ${due_at}`
  return writeSeveral ? `${template} ${day ?? season_id} ${position}` : occasion
}

function firstLockFirst(locks: ReadonlyMap<number, Instant>) {
  const lockOf = ({ round_id }: NoticeRow) => {
    const roundId = round_id ?? 0
    return { roundId, locksAt: locks.get(roundId) ?? '' }
  }
  return (one: NoticeRow, other: NoticeRow) => byLock(lockOf(one), lockOf(other))
}

const uselessAt = ({ round_id, useless_at }: NoticeRow, locks: ReadonlyMap<number, Instant>) =>
  useless_at ?? locks.get(round_id ?? 0) ?? null

function formOf(
  occasions: NotEmpty<NotEmpty<NoticeRow>>,
  readers: NotEmpty<PresentPlayer>,
  locks: ReadonlyMap<number, Instant>,
): OutboxMail {
  const [[first], ...others] = occasions
  const [{ email }] = readers
  const isOne = others.length === 0
  const to = { name: namesOf(readers), address: email ?? '' }
  // A player who came back to an address gets a new mail: the earlier one went there without them.
  const contents = occasions.flat().map(({ occasion, player_id }) => `${occasion} ${player_id}`)
  const id = uuidv5(`${to.address} ${first.due_at} ${contents}`, first.occasion)
  const { template } = first
  const unwritten = { template, to, subject: '', text: '', html: '', uselessAt: uselessAt(first, locks) }
  return {
    notices: occasions.flat(),
    mail: {
      ...newRow(id, unwritten, first.created_at),
      round_id: isOne ? first.round_id : null,
      season_id: first.season_id,
      position: first.position,
      due_at: first.due_at,
    },
  }
}
