import { v5 as uuidv5 } from 'uuid'
import type { Instant } from '../../domain/event.ts'
import type { Player } from '../../domain/players/player.ts'
import { roundIn } from '../../domain/seasons/season-stream.ts'
import type { NoticeRow } from '../../platform/database/private-schema.ts'
import { type EmailContent, oneLine } from '../../platform/mail/email-content.ts'
import { renderEmail } from '../../platform/mail/email-html.ts'
import { insertMails, newRow } from '../../platform/mail/mails.ts'
import { addNotices, occasionOf } from '../../platform/mail/notices.ts'
import { refusedAddresses } from '../../platform/mail/refused-addresses.ts'
import { asking, findDocuments, idsOf } from '../../projections/read-models/find-documents.ts'
import { isPresent } from '../../projections/read-models/season-document.ts'
import type { MailFacts } from './mail-facts.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policies/policy.ts'

/** One of each occasion for each player, however often this is called. */
export async function addNoticesOf(
  { read, privateSchema, now }: PolicyContext,
  event: Pick<EventOf, 'id' | 'position'>,
  mails: readonly MailToPlayers[],
): Promise<void> {
  const playerIds = new Set(mails.flatMap((mail) => mail.playerIds))
  const seasonIds = new Set(mails.map(({ seasonId }) => seasonId))
  const { all } = await findDocuments(asking(read), {
    ids: [...idsOf('player', playerIds), ...idsOf('season', seasonIds)],
  })
  const [players, seasons] = [all('player'), all('season')]
  const notices = mails.flatMap(({ template, seasonId, roundId, ...mail }): NoticeRow[] => {
    const document = seasons.get(seasonId)
    if (!document || (roundId !== null && !isPresent(roundIn(document, roundId)))) return []
    const occasion = occasionOf(mail.causeId ?? event.id, template, { seasonId, roundId })
    return mail.playerIds
      .filter((id) => players.has(id))
      .map((player_id) => ({
        ...{ occasion, player_id, template, season_id: seasonId, round_id: roundId },
        ...{ position: event.position, created_at: now, due_at: mail.dueAt ?? now },
        ...{ useless_at: mail.uselessAt, ...WAITING },
      }))
  })
  await addNotices(privateSchema, notices)
}

type FromLog = {
  template: 'address-changed' | 'player-deleted'
  seasonId: number
  playerId: number
  was: Player
  uselessAt: Instant | null
}

/** With a mail that is sent as it is written here, because only the log knows the address. It must name no admin. */
export async function addAsWritten(
  { privateSchema, now }: PolicyContext,
  { id, position }: EventOf,
  { template, seasonId, playerId, was, uselessAt }: FromLog,
  { settings }: MailFacts,
  write: (name: string) => EmailContent,
): Promise<void> {
  if (!('email' in was) || was.email === null) return
  if ((await refusedAddresses(privateSchema))(was.email) !== null) return
  const name = oneLine(was.name)
  const occasion = occasionOf(id, template, { seasonId, roundId: null })
  const topic = { template, season_id: seasonId, round_id: null, position }
  const written = {
    template,
    to: { name, address: was.email },
    ...renderEmail(write(name), settings.branding),
    uselessAt,
  }
  const mail = { ...newRow(uuidv5(`${playerId}`, occasion), written, now), ...topic }
  await insertMails(privateSchema, [mail])
  const { created_at, due_at, useless_at } = mail
  await addNotices(privateSchema, [
    {
      ...{ ...topic, occasion, player_id: playerId, created_at, due_at, useless_at },
      ...{ ...WAITING, mail_id: mail.id },
    },
  ])
}

const WAITING = { mail_id: null, state: null, reply: null }
