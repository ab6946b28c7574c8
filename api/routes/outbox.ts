import { Refusal } from '../../domain/refusal.ts'
import type { MailRow } from '../../platform/database/private-schema.ts'
import { GIVEN_UP, type OutboxMail, retryMail } from '../../platform/mail/mail-list.ts'
import { mailServerTrouble } from '../../platform/mail/mail-server.ts'
import { type SealedPicks, sealedFrom } from '../../projections/now/pick-visibility.ts'
import { lockTimes } from '../../projections/now/rounds.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import * as contract from '../contract/outbox.ts'
import { presentMail, type ShownMail } from '../presenters/mails.ts'
import { pathOf } from '../server/path.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** A mail looks as its own styles say, loads nothing, runs nothing, and opens its links elsewhere. */
const PREVIEW_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

type Uses = Pick<
  Services,
  'store' | 'clock' | 'read' | 'privateSchema' | 'settings' | 'mailPreviews' | 'outbox'
>

/** The main admin's alone: links that sign in are in here while no mail server is set. */
export function outboxRoutes(app: App, services: Uses): void {
  const { privateSchema, read, settings, mailPreviews, outbox } = services
  const isReadable = settings.delivery === 'dev'
  const isSealed = sealedFrom('admins', services.store)
  const shown = async (mail: MailRow) =>
    isReadable ? shownMail(mail, outbox.tellsOpenPick(mail.template), isSealed) : UNREADABLE

  serve(app, 'GET /admin/mail-server', async (request) => ({
    delivery: settings.delivery,
    trouble: await mailServerTrouble(privateSchema, request.receivedAt),
  }))

  serve(app, 'GET /admin/outbox', async (request) => {
    const { counts, mails } = await outbox.list(request.query.state)
    const locks = await locksOf(mails)
    return {
      delivery: settings.delivery,
      counts,
      mails: await Promise.all(mails.map((mail) => presented(mail, locks, request.receivedAt))),
    }
  })

  serve(app, 'GET /admin/outbox/{id}', async (request) => {
    const found = await requireMail(request.params.id)
    const { mail, notices } = found
    return {
      ...(await presented(found, await locksOf([found]), request.receivedAt)),
      playerIds: [...new Set(notices.map(({ player_id }) => player_id))].toSorted(
        (one, other) => one - other,
      ),
      previewUrl:
        (await shown(mail)).html === null
          ? null
          : pathOf(settings.appUrl) + mailPreviews.pathFor(mail.id, request.receivedAt),
    }
  })

  serve(app, 'POST /admin/outbox/{id}/retry', async (request) => {
    const found = await requireMail(request.params.id)
    if (isTooLate(found, await locksOf([found]), request.receivedAt)) throw new Refusal('mail-too-late')
    await requireNotifications()
    if (!(await retryMail(privateSchema, found.mail.id, request.receivedAt))) {
      throw new Refusal('mail-not-to-resend')
    }
    return { message: 'The mail goes out again' }
  })

  serve(app, 'POST /admin/outbox/retry', async (request) => {
    await requireNotifications()
    const { mails } = await outbox.list('failed')
    const locks = await locksOf(mails)
    let count = 0
    for (const found of mails) {
      if (isTooLate(found, locks, request.receivedAt)) continue
      if (await retryMail(privateSchema, found.mail.id, request.receivedAt)) count += 1
    }
    return { message: retried(count) }
  })

  app.get(
    '/mail-previews/:token',
    { config: { access: 'public' }, schema: { params: contract.PreviewParams, hide: true } },
    async (request, reply) => {
      const mailId = mailPreviews.read(request.params.token, request.receivedAt)
      const found = mailId && (await outbox.find(mailId))
      const html = found && (await shown(found.mail)).html
      if (!html) throw new Refusal('mail-preview-expired')
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PREVIEW_POLICY)
        .send(html.replace('<head>', '<head><base target="_blank">'))
    },
  )

  const locksOf = (mails: readonly OutboxMail[]) => lockTimes(read, [...new Set(mails.flatMap(roundIdsOf))])

  const presented = async (found: OutboxMail, locks: Locks, now: string) =>
    presentMail(
      found.mail,
      await shown(found.mail),
      inOrderOfLocks(found, locks),
      isGivenUp(found.mail) && isToPlayers(found.mail) && !isTooLate(found, locks, now),
    )

  async function requireNotifications() {
    if ((await currentSettings(read)).notificationsOn) return
    throw new Refusal('mail-off')
  }

  async function requireMail(id: string): Promise<OutboxMail> {
    const found = await outbox.find(id)
    if (!found) throw new Refusal('mail-not-found')
    return found
  }
}

const UNREADABLE: ShownMail = { text: null, html: null, withheld: false }

type Locks = ReadonlyMap<number, string>

/** As the subject of the mail names them. */
const inOrderOfLocks = (found: OutboxMail, locks: Locks) =>
  roundIdsOf(found).sort((one, other) => ((locks.get(one) ?? '') < (locks.get(other) ?? '') ? -1 : 1))

const roundIdsOf = ({ mail, notices }: OutboxMail): number[] =>
  mail.round_id !== null
    ? [mail.round_id]
    : [...new Set(notices.flatMap(({ round_id }) => round_id ?? []))].toSorted((one, other) => one - other)

function retried(count: number): string {
  if (count === 0) return 'There is no failed mail to send again'
  return count === 1 ? 'One mail goes out again' : `${count} mails go out again`
}

const isGivenUp = ({ state }: MailRow) => GIVEN_UP.some((given) => given === state)

const isToPlayers = ({ round_id, season_id }: MailRow) => round_id !== null || season_id !== null

function isTooLate(found: OutboxMail, locks: Locks, now: string) {
  const { useless_at } = found.mail
  return (
    useless_at !== null && now >= useless_at && roundIdsOf(found).every((id) => now >= (locks.get(id) ?? ''))
  )
}

const PICK_LINK = /\/pick\/(\d{1,15})-(\d{1,15})-\d{1,15}(?:-\d{1,9})?-[\w-]{22}/g

/** It goes to its address alone, whether picks are sealed or not. */
const PAGE_LINK = /\/me\/\d[\d.-]*-[\w-]{22}/g

const WITHHELD_TEXT = 'This mail shows a pick that is hidden from admins until the sport locks.'

/** A link that opens a sealed pick ends in `withheld`: to copy one on the page of the picks is recorded. */
async function shownMail(mail: MailRow, tellsOpenPick: boolean, isSealed: SealedPicks): Promise<ShownMail> {
  if (tellsOpenPick && (await isSealed(mail.season_id, mail.round_id))) {
    return { text: WITHHELD_TEXT, html: null, withheld: true }
  }
  const links = new Map<string, boolean>()
  for (const [link, seasonId, roundId] of `${mail.body_text} ${mail.body_html}`.matchAll(PICK_LINK)) {
    if (!links.has(link)) links.set(link, await isSealed(Number(seasonId), Number(roundId)))
  }
  const without = (body: string) =>
    body
      .replace(PAGE_LINK, '/me/withheld')
      .replace(PICK_LINK, (link) => (links.get(link) ? '/pick/withheld' : link))
  return {
    text: without(mail.body_text),
    html: mail.body_html === '' ? null : without(mail.body_html),
    withheld: [...links.values()].some(Boolean),
  }
}
