import { templatesWith } from '../../domain/mail-templates.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { OutboxRow } from '../../platform/database/private-schema.ts'
import { countOutbox, findMail, GIVEN_UP, listOutbox, retryMail } from '../../platform/mail/outbox-list.ts'
import { playersOfMail, roundsOfMails } from '../../platform/mail/outbox-players.ts'
import { lockTimes } from '../../projections/league/rounds.ts'
import { currentSettings } from '../../projections/league/settings.ts'
import { type SealedPicks, sealedFromAdmins } from '../../projections/queries/pick-visibility.ts'
import * as contract from '../contract/outbox.ts'
import { presentMail, type ShownMail } from '../presenters/mails.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** A mail looks as its own styles say, loads nothing, runs nothing, and opens its links elsewhere. */
const PREVIEW_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

type Uses = Pick<Services, 'store' | 'clock' | 'read' | 'privateSchema' | 'settings' | 'mailPreviews'>

/** The main admin's alone: links that sign in are in here while no mail server is set. */
export function outboxRoutes(app: App, services: Uses): void {
  const { privateSchema, read, settings, mailPreviews } = services
  const isReadable = settings.delivery === 'dev'
  const isSealed = sealedFromAdmins(services.store, services.clock)
  const shown = async (mail: OutboxRow) => (isReadable ? shownMail(mail, isSealed) : UNREADABLE)

  serve(app, 'GET /admin/outbox', async (request) => {
    const mails = await listOutbox(privateSchema, request.query.state)
    const rounds = await roundsOf(mails)
    return {
      delivery: settings.delivery,
      counts: await countOutbox(privateSchema),
      mails: await Promise.all(mails.map((mail) => presented(mail, rounds, request.receivedAt))),
    }
  })

  serve(app, 'GET /admin/outbox/{id}', async (request) => {
    const mail = await requireMail(request.params.id)
    const rounds = await roundsOf([mail])
    return {
      ...(await presented(mail, rounds, request.receivedAt)),
      playerIds: await playersOfMail(privateSchema, mail.id),
      dueAt: mail.state === 'queued' ? mail.due_at : null,
      previewUrl:
        (await shown(mail)).html === null ? null : mailPreviews.pathFor(mail.id, request.receivedAt),
    }
  })

  serve(app, 'POST /admin/outbox/{id}/retry', async (request) => {
    const mail = await requireMail(request.params.id)
    const rounds = await roundsOf([mail])
    if (isTooLate(mail, rounds, request.receivedAt)) {
      throw new Refusal('wrong_state', 'The time of this mail has passed')
    }
    await requireNotifications()
    if (!(await retryMail(privateSchema, mail.id, request.receivedAt))) {
      throw new Refusal('wrong_state', 'Only a mail to players that was not sent can be tried again')
    }
    return { message: 'The mail goes out again' }
  })

  serve(app, 'POST /admin/outbox/retry', async (request) => {
    await requireNotifications()
    const failed = await listOutbox(privateSchema, 'failed')
    const rounds = await roundsOf(failed)
    let count = 0
    for (const mail of failed) {
      if (isTooLate(mail, rounds, request.receivedAt)) continue
      if (await retryMail(privateSchema, mail.id, request.receivedAt)) count += 1
    }
    return { message: retried(count) }
  })

  app.get(
    '/mail-previews/:token',
    { config: { access: 'public' }, schema: { params: contract.PreviewParams, hide: true } },
    async (request, reply) => {
      const mailId = mailPreviews.read(request.params.token, request.receivedAt)
      const mail = mailId && (await findMail(privateSchema, mailId))
      const html = mail && (await shown(mail)).html
      if (!html) throw new Refusal('not_found', 'This preview has expired. Open the mail again')
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PREVIEW_POLICY)
        .send(html.replace('<head>', '<head><base target="_blank">'))
    },
  )

  async function roundsOf(mails: readonly OutboxRow[]): Promise<Rounds> {
    const severalOf = await roundsOfMails(
      privateSchema,
      mails.filter(({ round_id }) => round_id === null).map(({ id }) => id),
    )
    const ids = [...mails.map(({ round_id }) => round_id), ...[...severalOf.values()].flat()]
    return { severalOf, locks: await lockTimes(read, ids) }
  }

  const presented = async (mail: OutboxRow, rounds: Rounds, now: string) =>
    presentMail(
      mail,
      await shown(mail),
      rounds.severalOf.get(mail.id),
      isGivenUp(mail) && isToPlayers(mail) && !isTooLate(mail, rounds, now),
    )

  async function requireNotifications() {
    if ((await currentSettings(read)).notificationsOn) return
    throw new Refusal('wrong_state', 'Email notifications are off. Switch them on first')
  }

  async function requireMail(id: string): Promise<OutboxRow> {
    const mail = await findMail(privateSchema, id)
    if (!mail) throw new Refusal('not_found', 'There is no such mail')
    return mail
  }
}

const UNREADABLE: ShownMail = { text: null, html: null, withheld: false }

type Rounds = { severalOf: ReadonlyMap<string, number[]>; locks: ReadonlyMap<number, string> }

function retried(count: number): string {
  if (count === 0) return 'No failed mail can be tried again'
  return count === 1 ? 'One mail goes out again' : `${count} mails go out again`
}

const isGivenUp = ({ state }: OutboxRow) => GIVEN_UP.some((given) => given === state)

const isToPlayers = ({ round_id, season_id }: OutboxRow) => round_id !== null || season_id !== null

function isTooLate({ id, useless_at, round_id }: OutboxRow, { severalOf, locks }: Rounds, now: string) {
  const ids = severalOf.get(id) ?? [round_id ?? 0]
  return useless_at !== null && now >= useless_at && ids.every((one) => now >= (locks.get(one) ?? ''))
}

const PICK_LINK = /\/pick\/(\d{1,15})-(\d{1,15})-\d{1,15}(?:-\d{1,9})?-[\w-]{22}/g

const tellsOpenPick = (template: string) =>
  templatesWith('pick').includes(template) && !templatesWith('witness').includes(template)

const WITHHELD_TEXT = 'This mail tells of a pick that is sealed from admins until the sport is locked.'

/** A link that opens a sealed pick ends in `withheld`: to copy one on the page of the picks is recorded. */
async function shownMail(mail: OutboxRow, isSealed: SealedPicks): Promise<ShownMail> {
  // A mail with a seal came after the lock, whatever became of the sport since.
  if (tellsOpenPick(mail.template) && (await isSealed(mail.season_id, mail.round_id))) {
    return { text: WITHHELD_TEXT, html: null, withheld: true }
  }
  const links = new Map<string, boolean>()
  for (const [link, seasonId, roundId] of `${mail.body_text} ${mail.body_html}`.matchAll(PICK_LINK)) {
    if (!links.has(link)) links.set(link, await isSealed(Number(seasonId), Number(roundId)))
  }
  const without = (body: string) =>
    body.replace(PICK_LINK, (link) => (links.get(link) ? '/pick/withheld' : link))
  return {
    text: without(mail.body_text),
    html: mail.body_html === '' ? null : without(mail.body_html),
    withheld: [...links.values()].some(Boolean),
  }
}
