import { v5 as uuidv5 } from 'uuid'
import type { Instant } from '../../domain/event.ts'
import type { TemplateName } from '../../domain/mail-templates.ts'
import { comparable } from '../../domain/names.ts'
import type { OutboxRow, PrivateSchema } from '../database/private-schema.ts'
import type { Position } from '../event-store/event-store.ts'
import { insertMails, type Mail, newRow } from './outbox.ts'

export type MailTopic = { template: TemplateName; seasonId: number; roundId: number | null }

/** `roundId` is null where the mail names the round, or is about none. */
export type Occasion = { occasion: string; playerId: number; roundId: number | null }

export type PlayerMail = Mail &
  MailTopic & { position: Position; dueAt?: Instant; occasions: readonly Occasion[] }

/** One event gives an occasion for each thing that follows from it, in each season. */
export const occasionOf = (cause: string, { template, seasonId, roundId }: MailTopic) =>
  uuidv5(`${template}/${seasonId}/${roundId ?? ''}`, cause)

export async function mailedPlayers(privateSchema: PrivateSchema, occasion: string): Promise<Set<number>> {
  const rows = await privateSchema
    .selectFrom('outbox_players')
    .select('player_id')
    .where('occasion', '=', occasion)
    .execute()
  return new Set(rows.map(({ player_id }) => player_id))
}

export async function queuePlayerMails(
  privateSchema: PrivateSchema,
  mails: readonly PlayerMail[],
  now: Instant,
  state: 'queued' | 'suppressed',
): Promise<void> {
  if (mails.length === 0) return
  await insertMails(
    privateSchema,
    mails.map((mail) => ({ ...playerRow(idOf(mail), mail, now), state })),
  )
  const players = mails.flatMap((mail) =>
    mail.occasions.map(({ occasion, playerId: player_id, roundId: round_id }) => ({
      ...{ mail_id: idOf(mail), occasion, player_id, round_id },
    })),
  )
  for (let start = 0; start < players.length; start += 5_000) {
    await privateSchema
      .insertInto('outbox_players')
      .values(players.slice(start, start + 5_000))
      .execute()
  }
}

function idOf({ occasions: [first] }: PlayerMail): string {
  if (!first) throw new Error('A mail to players is for somebody')
  return uuidv5(`${first.playerId}`, first.occasion)
}

type Placed = Mail & MailTopic & { position: Position | null; dueAt?: Instant }

const playerRow = (id: string, mail: Placed, now: Instant): OutboxRow => ({
  ...newRow(id, mail, now),
  round_id: mail.roundId,
  season_id: mail.seasonId,
  position: mail.position,
  due_at: mail.dueAt ?? now,
})

export async function playersOfMail(privateSchema: PrivateSchema, mailId: string): Promise<number[]> {
  const rows = await privateSchema
    .selectFrom('outbox_players')
    .select('player_id')
    .distinct()
    .where('mail_id', '=', mailId)
    .orderBy('player_id')
    .execute()
  return rows.map(({ player_id }) => player_id)
}

export async function playersByRound(
  privateSchema: PrivateSchema,
  mail: Pick<OutboxRow, 'id' | 'round_id'>,
): Promise<Map<number | null, number[]>> {
  const rows = await privateSchema
    .selectFrom('outbox_players')
    .select(['player_id', 'round_id'])
    .where('mail_id', '=', mail.id)
    .orderBy('round_id')
    .orderBy('player_id')
    .execute()
  const byRound = new Map<number | null, number[]>()
  for (const { player_id, round_id } of rows) {
    const roundId = round_id ?? mail.round_id
    byRound.set(roundId, [...(byRound.get(roundId) ?? []), player_id])
  }
  return byRound
}

export async function roundsOfMails(
  privateSchema: PrivateSchema,
  mailIds: readonly string[],
): Promise<Map<string, number[]>> {
  if (mailIds.length === 0) return new Map()
  const rows = await privateSchema
    .selectFrom('outbox_players')
    .select(['mail_id', 'round_id'])
    .distinct()
    .where('mail_id', 'in', mailIds)
    .where('round_id', 'is not', null)
    .orderBy('round_id')
    .execute()
  const rounds = new Map<string, number[]>()
  for (const { mail_id, round_id } of rows) {
    if (round_id !== null) rounds.set(mail_id, [...(rounds.get(mail_id) ?? []), round_id])
  }
  return rounds
}

/** A mail of their own for players who have another address by now. It is due at once. */
export async function splitMail(
  privateSchema: PrivateSchema,
  mail: OutboxRow,
  playerIds: readonly number[],
  now: Instant,
): Promise<void> {
  const id = uuidv5(`${playerIds[0]}`, mail.id)
  const row = { ...mail, id, attempts: 0, unanswered: 0, reply: null, due_at: now }
  await privateSchema.transaction().execute(async (transaction) => {
    await insertMails(transaction, [row])
    await transaction
      .updateTable('outbox_players')
      .set({ mail_id: id })
      .where('mail_id', '=', mail.id)
      .where('player_id', 'in', playerIds)
      .execute()
  })
}

/** The mail goes out without the round, whose part becomes a skipped mail that can be tried again. */
export async function skipRoundOfMail(
  privateSchema: PrivateSchema,
  { id, position, created_at }: OutboxRow,
  part: Mail & MailTopic,
  reply: string,
): Promise<void> {
  const row = playerRow(uuidv5(`round ${part.roundId}`, id), { ...part, position }, created_at)
  await privateSchema.transaction().execute(async (transaction) => {
    await insertMails(transaction, [{ ...row, state: 'skipped', reply }])
    await transaction
      .updateTable('outbox_players')
      .set({ mail_id: row.id, round_id: null })
      .where('mail_id', '=', id)
      .where('round_id', '=', part.roundId)
      .execute()
  })
}

export async function heldMails(
  privateSchema: PrivateSchema,
  { template, roundId }: { template: TemplateName; roundId: number },
): Promise<{ mailId: string; playerId: number }[]> {
  const rows = await privateSchema
    .selectFrom('outbox')
    .innerJoin('outbox_players', 'outbox_players.mail_id', 'outbox.id')
    .select(['outbox.id', 'player_id'])
    .where('outbox.round_id', '=', roundId)
    .where('template', '=', template)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .forUpdate('outbox')
    .execute()
  return rows.map(({ id, player_id }) => ({ mailId: id, playerId: player_id }))
}

export async function makeDue(
  privateSchema: PrivateSchema,
  mails: readonly { mailId: string }[],
  now: Instant,
): Promise<void> {
  if (mails.length === 0) return
  const ids = mails.map(({ mailId }) => mailId)
  await privateSchema
    .updateTable('outbox')
    .set({ due_at: now })
    .where('id', 'in', ids)
    .where('attempts', '=', 0)
    .where('due_at', '>', now)
    .execute()
}

/** Whether its players need not be told the same again; one that was handed over and never answered may have arrived. */
export const hasTold = ({ state }: Pick<OutboxRow, 'state'>): boolean =>
  state === 'sent' || state === 'kept' || state === 'unconfirmed'

/** Of which rounds such mails have told a player at an address, and because of which event last. One that was skipped told nothing. */
export async function roundsTold(
  privateSchema: PrivateSchema,
  { playerId, address }: { playerId: number; address: string },
  templates: readonly string[],
): Promise<Map<number | null, Position | null>> {
  const rows = await privateSchema
    .selectFrom('outbox_players')
    .innerJoin('outbox', 'outbox.id', 'outbox_players.mail_id')
    .select((eb) => eb.fn.coalesce('outbox_players.round_id', 'outbox.round_id').as('round_id'))
    .select(['recipient_address', 'position'])
    .where('player_id', '=', playerId)
    .where('template', 'in', templates)
    .where('state', '!=', 'skipped')
    .orderBy('position')
    .execute()
  const there = rows.filter((row) => comparable(row.recipient_address) === comparable(address))
  return new Map(there.map(({ round_id, position }) => [round_id, position]))
}

const told = (privateSchema: PrivateSchema) =>
  privateSchema
    .selectFrom('outbox')
    .innerJoin('outbox_players', 'outbox_players.mail_id', 'outbox.id')
    .select(['outbox.id', 'template', 'state', 'reply', 'position', 'recipient_address', 'player_id'])
    .select(['unanswered', 'created_at', 'sent_at', 'subject'])

/** A union, so that each half has an index of its own. */
export const toldOfRound = (privateSchema: PrivateSchema, roundId: number) =>
  privateSchema.selectFrom(
    told(privateSchema)
      .where('outbox.round_id', '=', roundId)
      .unionAll(told(privateSchema).where('outbox_players.round_id', '=', roundId))
      .as('told'),
  )

/**
 * Mails of these templates about the same, each once for each of its players, in the order of their events. About a season as a
 * whole where there is no round.
 */
export async function mailsAbout(
  privateSchema: PrivateSchema,
  { seasonId, roundId }: { seasonId: number | null; roundId: number | null },
  templates: readonly string[],
  playerIds: readonly number[] | null = null,
) {
  if (templates.length === 0) return []
  const about =
    roundId !== null
      ? toldOfRound(privateSchema, roundId)
      : privateSchema.selectFrom(
          told(privateSchema)
            .where('outbox.round_id', 'is', null)
            .where('outbox_players.round_id', 'is', null)
            .where('season_id', '=', seasonId)
            .as('told'),
        )
  return about
    .select(['id', 'template', 'state', 'unanswered', 'position', 'player_id', 'recipient_address'])
    .where('template', 'in', templates)
    .$if(playerIds !== null, (query) => query.where('player_id', 'in', [0, ...(playerIds ?? [])]))
    .orderBy('position')
    .execute()
}

export async function lastRead(...asked: Parameters<typeof mailsAbout>) {
  const read = (await mailsAbout(...asked)).filter(
    (mail) => hasTold(mail) || (mail.state === 'queued' && mail.unanswered > 0),
  )
  return new Map(read.map((mail) => [mail.player_id, mail]))
}
