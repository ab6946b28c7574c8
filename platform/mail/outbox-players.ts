import { v5 as uuidv5 } from 'uuid'
import type { Instant } from '../../domain/event.ts'
import type { OutboxRow, PrivateSchema } from '../database/private-schema.ts'
import type { Position } from '../event-store/event-store.ts'
import { insertMails, type Mail, newRow } from './outbox.ts'

/** What a mail to players is about: enough to write it at any later time. */
export type MailTopic = { template: string; seasonId: number; roundId: number | null }

/** Templates of mails that name others than their readers. */
export const TELL_STANDINGS: readonly string[] = [
  'results',
  'points-changed',
  'rules-changed',
  'season-ended',
  'season-reopened',
]

/** Templates of mails that name the admin who did what they tell. */
export const TELL_DEEDS: readonly string[] = [
  'lock-moved',
  'pick-entered',
  'results',
  'points-changed',
  'rules-changed',
  'season-reopened',
]

/** A mail to the players who share an address, and why it is sent. */
export type PlayerMail = Mail &
  MailTopic & { occasion: string; position: Position; playerIds: readonly number[] }

/** One event gives one occasion for each thing that follows from it. */
export const occasionOf = (cause: string, { template, roundId }: Pick<MailTopic, 'template' | 'roundId'>) =>
  uuidv5(`${template}/${roundId ?? ''}`, cause)

/** Who has a mail of this occasion, whatever became of it. */
export async function mailedPlayers(privateSchema: PrivateSchema, occasion: string): Promise<Set<number>> {
  const rows = await privateSchema
    .selectFrom('outbox_players')
    .select('player_id')
    .where('occasion', '=', occasion)
    .execute()
  return new Set(rows.map(({ player_id }) => player_id))
}

/** Throws when one of the players has a mail of this occasion already. */
export async function queuePlayerMails(
  privateSchema: PrivateSchema,
  mails: readonly PlayerMail[],
  now: Instant,
  state: 'queued' | 'suppressed',
): Promise<void> {
  if (mails.length === 0) return
  const ids = mails.map(({ occasion, playerIds }) => uuidv5(`${playerIds[0]}`, occasion))
  await insertMails(
    privateSchema,
    mails.map((mail, index) => ({ ...playerRow(ids[index] ?? '', mail, now), state })),
  )
  const players = mails.flatMap(({ occasion, playerIds }, index) =>
    playerIds.map((player_id) => ({ mail_id: ids[index] ?? '', occasion, player_id })),
  )
  for (let start = 0; start < players.length; start += 5_000) {
    await privateSchema
      .insertInto('outbox_players')
      .values(players.slice(start, start + 5_000))
      .execute()
  }
}

const playerRow = (id: string, mail: PlayerMail, now: Instant): OutboxRow => ({
  ...newRow(id, mail, now),
  round_id: mail.roundId,
  season_id: mail.seasonId,
  position: mail.position,
})

/** For whom a mail is, by id; nobody for one to an admin. */
export async function playersOfMail(privateSchema: PrivateSchema, mailId: string): Promise<number[]> {
  const rows = await privateSchema
    .selectFrom('outbox_players')
    .select('player_id')
    .where('mail_id', '=', mailId)
    .orderBy('player_id')
    .execute()
  return rows.map(({ player_id }) => player_id)
}

/** Gives some of a mail's players, who have another address by now, a mail of their own. It is due at once. */
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

/** States of a mail whose players need not be told the same again. */
const TOLD = ['queued', 'sent', 'kept', 'unconfirmed'] as const

/** Which players a later mail about the same tells. */
export async function toldLater(
  privateSchema: PrivateSchema,
  { position, season_id, round_id }: Pick<OutboxRow, 'position' | 'season_id' | 'round_id'>,
  templates: readonly string[],
): Promise<Set<number>> {
  if (position === null || templates.length === 0) return new Set()
  const rows = await aboutTheSame(privateSchema, { seasonId: season_id, roundId: round_id })
    .where('template', 'in', templates)
    .where('state', 'in', TOLD)
    .where('position', '>', position)
    .execute()
  return new Set(rows.map(({ player_id }) => player_id))
}

/** Whom mails about the same have told already, by player and address in lower case. `states` are those that count. */
export async function toldAlready(
  privateSchema: PrivateSchema,
  topic: MailTopic,
  states: readonly OutboxRow['state'][],
): Promise<{ playerId: number; address: string; mailId: string }[]> {
  const rows = await aboutTheSame(privateSchema, topic)
    .where('template', '=', topic.template)
    .where('state', 'in', states)
    .execute()
  return rows.map(({ player_id, recipient_address, id }) => ({
    playerId: player_id,
    address: recipient_address.toLowerCase(),
    mailId: id,
  }))
}

const aboutTheSame = (
  privateSchema: PrivateSchema,
  { seasonId, roundId }: { seasonId: number | null; roundId: number | null },
) =>
  privateSchema
    .selectFrom('outbox')
    .innerJoin('outbox_players', 'outbox_players.mail_id', 'outbox.id')
    .select(['outbox.id', 'player_id', 'recipient_address'])
    .where((eb) =>
      roundId === null
        ? eb.and([eb('round_id', 'is', null), eb('season_id', '=', seasonId)])
        : eb('round_id', '=', roundId),
    )
