import { createHash } from 'node:crypto'
import escapeHtml from 'escape-html'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { command } from '../../commands/command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { PLAYER_TOPICS, type PlayerTopic, wantsMail } from '../../domain/mail-topics.ts'
import { personGeneration } from '../../domain/picks/pick-links.ts'
import { declineMail, player, welcomeMail } from '../../domain/players/player.ts'
import { Refusal, type RefusalKind } from '../../domain/refusal.ts'
import type { Branding } from '../../domain/settings/settings.ts'
import { oneLine } from '../../platform/mail/email-content.ts'
import { linkedPeople, readPeopleLink } from '../answers/linked-people.ts'
import { contextOf } from '../server/command-context.ts'
import { limitRoutes, PAGE_LIMITS } from '../server/limits.ts'
import { inPath, pathOf } from '../server/path.ts'
import { answerProblem, REFUSAL_STATUS } from '../server/problems.ts'
import { waitUntilReady } from '../server/requests.ts'
import type { Services } from '../server/services.ts'

type ByToken = FastifyRequest<{ Params: { token: string } }>
type Uses = CommandServices & Pick<Services, 'links' | 'lifecycle'>
type Reader = { id: number; name: string; isDeclined: boolean }

/** For people without a login and for the button of mail programs (RFC 8058). Only a POST changes something: scanners open links too. */
export async function serveReminderPages(app: FastifyInstance, services: Uses): Promise<void> {
  const basePath = pathOf(services.settings.appUrl)
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    waitUntilReady(pages, services)
    limitRoutes(pages, services, PAGE_LIMITS.reminders)
    pages.setErrorHandler((error: FastifyError, request, reply) =>
      error instanceof Refusal
        ? showPage(reply, REFUSAL_STATUS[error.kind], error.kind === 'not_found' ? INVALID : whyNot(error))
        : answerProblem(error, request, reply),
    )
    pages.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text))

    for (const topic of PLAYER_TOPICS) serveTopic(pages, topic)
  })

  function serveTopic(pages: FastifyInstance, topic: PlayerTopic) {
    const path = `/${topic}/:token`
    const show = async (reply: FastifyReply, token: string) =>
      showPage(reply, 200, settingsOf(topic, await readersOf(services, topic, token)))

    pages.get(path, async (request: ByToken, reply) => show(reply, request.params.token))

    // Before it counts: what is no link fills no memory with counts.
    const onRequest = async (request: ByToken) =>
      void readPeopleLink(services.links[topic], request.params.token)

    pages.post(path, { onRequest }, async (request: ByToken, reply) => {
      const readers = await readersOf(services, topic, request.params.token)
      const { decide, playerId } = wishIn(topic, request.body)
      const meant = readers.filter(({ id }) => playerId === null || id === playerId)
      if (meant.length === 0) throw new Refusal('player-not-found')
      for (const { id } of meant) {
        const context = { ...contextOf(request), actor: { kind: 'player', id } } as const
        await command(services, context, player, [id], (state) => decide(state, topic))
      }
      return show(reply, request.params.token)
    })
  }

  async function showPage(reply: FastifyReply, status: number, content: string) {
    const { branding } = await services.settingsNow()
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .send(inPath(page(branding, content), basePath))
  }
}

/** A mail program posts `List-Unsubscribe=One-Click`; the page's own buttons say which way, and for whom if not for all. */
function wishIn(topic: PlayerTopic, body: unknown) {
  const fields = new URLSearchParams(typeof body === 'string' ? body : '')
  const player = fields.get('player')
  return {
    decide: fields.get(topic) === 'on' ? welcomeMail : declineMail,
    playerId: player === null ? null : Number(player),
  }
}

async function readersOf(services: Uses, topic: PlayerTopic, token: string): Promise<Reader[]> {
  const linked = readPeopleLink(services.links[topic], token)
  const people = await linkedPeople(services.store, linked, personGeneration)
  return people.map((reader) => ({
    ...{ id: reader.playerId, name: oneLine(reader.name), isDeclined: !wantsMail(reader, topic) },
  }))
}

const HEADINGS: Partial<Record<RefusalKind, string>> = {
  invalid: 'This did not work',
  gone: 'Link Replaced',
}

const whyNot = ({ kind, message }: Refusal) =>
  `<h1>${HEADINGS[kind] ?? 'Please wait'}</h1><p>${escapeHtml(message)}</p>${kind === 'gone' ? LINK_BY_MAIL : ''}`

const LINK_BY_MAIL = '<p><a href="/my-link">Get your link by mail</a></p>'

const INVALID = `<h1>Invalid Link</h1>
<p>This link is not complete, or it has lost its meaning. Please use the one in your latest mail.</p>
${LINK_BY_MAIL}`

function settingsOf(topic: PlayerTopic, readers: readonly Reader[]): string {
  const { title, mails, welcome, on, off } = WORDS[topic]
  const areOff = readers.every(({ isDeclined }) => isDeclined)
  const isHousehold = readers.length > 1
  const rows = readers.map(
    (reader) =>
      `<li><bdi>${escapeHtml(reader.name)}</bdi>${isHousehold ? buttonFor(topic, reader) : stateOf(topic, reader)}</li>`,
  )
  return `<h1>${areOff ? `${title} are off` : `Stop ${mails}?`}</h1>
<p>${areOff ? off : on}</p>
<ul>${rows.join('')}</ul>
<form method="post"><button name="${topic}" value="${areOff ? 'on' : 'off'}">${areOff ? welcome(isHousehold ? 'all' : 'me') : `Stop ${mails}${isHousehold ? ' for all' : ''}`}</button></form>`
}

const stateOf = (topic: PlayerTopic, { isDeclined }: Reader) =>
  `<span>${isDeclined ? `No ${WORDS[topic].mails}` : `${WORDS[topic].title} on`}</span>`

function buttonFor(topic: PlayerTopic, { id, name, isDeclined }: Reader): string {
  const { mails, welcome, short } = WORDS[topic]
  const label = isDeclined ? welcome(name) : `Stop ${mails} for ${name}`
  return `<form method="post"><input type="hidden" name="player" value="${id}"><button class="one" name="${topic}" value="${isDeclined ? 'on' : 'off'}" aria-label="${escapeHtml(label)}">${isDeclined ? short : 'Stop'}</button></form>`
}

type Words = {
  title: string
  mails: string
  on: string
  off: string
  welcome: (whom: string) => string
  short: string
}

const WORDS: Record<PlayerTopic, Words> = {
  reminders: {
    title: 'Reminders',
    mails: 'reminders',
    on: 'You get reminders while your pick for a sport is missing. Without them you still get the first link to each sport, and the results.',
    off: 'You get no more reminders about missing picks. The first link to each sport still comes by mail.',
    welcome: (whom) => `Remind ${whom} again`,
    short: 'Remind again',
  },
  messages: {
    title: 'Messages from the commissioner',
    mails: 'messages from the commissioner',
    on: 'You get what the commissioner writes to the players. Without it you still get links, reminders and results.',
    off: 'You get no more messages from the commissioner. Links, reminders and results still come by mail.',
    welcome: (whom) => `Send messages to ${whom} again`,
    short: 'Send again',
  },
  receipts: {
    title: 'Receipts by mail',
    mails: 'receipts by mail',
    on: 'You get a receipt by mail after you save a pick. Without it, the page of your pick still shows the receipt.',
    off: 'You get no receipts by mail. The page of your pick shows each receipt.',
    welcome: (whom) => `Send receipts to ${whom}`,
    short: 'Send receipts',
  },
}

const STYLE = `:root{color-scheme:light dark;--ground:#eef1f5;--card:#fff;--ink:#18212f;--faint:#5b6678;--line:#e1e6ed;--accent:#0b6b4f;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#0d1413;--card:#151e1c;--ink:#e8efec;--faint:#9fb0aa;--line:#2b3835;--accent:#5fd3a8;--on-accent:#06261b}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:32rem;margin:0 auto;padding:2rem 1rem}
.title{margin:0 0 .75rem;font-weight:700;color:var(--accent)}
article{padding:1.5rem;background:var(--card);border:1px solid var(--line);border-radius:10px;overflow-wrap:anywhere}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
p{margin:0 0 1rem}
a{color:var(--accent)}
ul{margin:0 0 1.25rem;padding:0;list-style:none}
li{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.5rem 0;border-top:1px solid var(--line)}
li span{color:var(--faint);white-space:nowrap}
button{min-height:44px;padding:.75rem 1.5rem;border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button.one{padding:.5rem 1rem;border:1px solid var(--accent);background:none;color:var(--accent)}
button:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
footer{padding-top:1rem;font-size:.875rem;color:var(--faint)}`

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = ({ title, tagline }: Branding, content: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Mail · ${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><p class="title" dir="auto">${escapeHtml(title)}</p><article>${content}</article><footer dir="auto">${escapeHtml(tagline)}</footer></main></body>
</html>`
