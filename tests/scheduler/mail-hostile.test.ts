import { afterEach, describe, expect, test } from 'vitest'
import type { RoundBody } from '../../api/contract/rounds.ts'
import { pick, submitPick } from '../../domain/picks/pick.ts'
import { notices, remindByHand } from '../../domain/rounds/asking.ts'
import { round } from '../../domain/rounds/round.ts'
import { completeRound } from '../../domain/rounds/round-decisions.ts'
import { NOBODY_PLACED } from '../../domain/rounds/round-result.ts'
import { changeSettings, settings } from '../../domain/settings/settings.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { times } from '../deep/depth.ts'
import { APP_URL } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague, type Person } from '../support/league/a-league.ts'
import { lockedNow, roundInLog, seasonInLog } from '../support/league/commands.ts'
import { schedulerParts } from '../support/scheduler-parts.ts'
import { type ReceivedMail, startSmtpServer } from '../support/smtp-server.ts'
import { reactToAll } from '../support/subscription.ts'

const [SEASON, ROUND] = [1, 1]
const BYTES_MAX = 66_000
const RIGHT_TO_LEFT = '\u202Eevil\u2066'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A round from its opening to its results, with a mail server that gets everything. */
async function play(options: { players: Person[]; text: string; details?: Partial<RoundBody> }) {
  const { players, text, details } = options
  const smtp = await startSmtpServer()
  cleanups.push(smtp.stop)
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  const parts = await schedulerParts({ clock, smtp: smtp.config })
  cleanups.push(parts.close)
  await parts.run(settings, [], (state) =>
    changeSettings(state, { ...state, branding: { ...state.branding, title: text, tagline: text } }),
  )
  await aLeague()
    .withPlayers(players)
    .withSeason({ name: text })
    .withRound({ sportName: text, emailMessage: text, ...details })
    .in(parts)
  const inSeason = await seasonInLog(parts.store, SEASON)
  const ids = players.map((_, index) => index + 1)
  const sport = await roundInLog(parts.store, ROUND)
  await parts.run(notices, [ROUND], (_, now) => remindByHand(sport, inSeason, ids, now))
  await mailAll()
  const teams = details?.teams ?? ['Reds']
  for (const id of ids.slice(0, 8)) {
    const context = await parts.pickContext(ROUND, id)
    await parts.run(pick, [ROUND, id], (state, now) => submitPick(state, context, [teams[0] ?? ''], now))
  }
  await parts.run(round, [ROUND], lockedNow)
  await mailAll()
  const [first = '', second, third, fourth, fifth] = teams
  const places = Object.fromEntries(
    Object.entries({ first, second, third, fourth, fifth }).filter(([, team]) => team !== undefined),
  )
  await parts.run(round, [ROUND], (state) =>
    completeRound(state, inSeason, { places, placements: [] }, NOBODY_PLACED),
  )
  await mailAll()
  return smtp.mails

  async function mailAll() {
    clock.advance(1_000)
    await reactToAll(parts)
    await sendMails(parts)
  }
}

const about = (mails: readonly ReceivedMail[], words: string) =>
  mails.filter(({ html }) => /<h1[^>]*>([^<]*)/.exec(html ?? '')?.[1]?.startsWith(words))

describe('what people typed', () => {
  const HOSTILE = `<script>alert("x")</script> & 'Ünï', "eve" <eve@example.com>; 🏆 ${RIGHT_TO_LEFT}\r\nBcc: victim@example.com`

  test('is text in every mail, to one recipient, with no header of its own', async () => {
    const teams = [`${HOSTILE} 1`, `${HOSTILE} 2`]
    const mails = await play({
      players: [{ name: HOSTILE, email: 'ann@example.com' }],
      text: HOSTILE,
      details: { teams },
    })
    expect(mails).toHaveLength(4)
    for (const words of ['Make your pick', 'Your pick is missing', 'Picks are locked', 'Results']) {
      expect(about(mails, words), words).toHaveLength(1)
    }
    for (const mail of mails) {
      expect(mail.recipients).toEqual(['ann@example.com'])
      expect(mail.to?.map(({ address }) => address)).toEqual(['ann@example.com'])
      const headers = mail.headers.map(({ key }) => key)
      expect(headers).not.toContain('bcc')
      expect(headers).not.toContain('cc')
      expect(headers.filter((key) => key === 'to')).toHaveLength(1)
      for (const line of [mail.subject ?? '', mail.to?.[0]?.name ?? '']) {
        expect(line).toContain('<script>alert("x")</script>')
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      }
      expect(mail.html).not.toContain('<script')
      expect(mail.html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;Ünï&#39;')
      expect(mail.text).toContain('<script>alert("x")</script>')
      expect(`${mail.html}${mail.text}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    }
  })
})

describe('every mail', () => {
  test('is text and HTML, loads nothing, leads nowhere else, and says that no person wrote it', async () => {
    const mails = await play({
      players: [
        { name: 'Ann', email: 'family@example.com' },
        { name: 'Bob', email: 'family@example.com' },
      ],
      text: 'Cup',
      details: { teams: ['Reds', 'Blues'] },
    })
    expect(mails).toHaveLength(4)
    for (const mail of mails) {
      expect(mail.source).toMatch(/content-type: multipart\/alternative/i)
      expect(mail.html).not.toMatch(/<img|url\(|<link|<script|@import/i)
      const links = [...(mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, url]) =>
        (url ?? '').replaceAll('&amp;', '&'),
      )
      expect(links.length).toBeGreaterThan(0)
      for (const url of links) {
        expect(url.startsWith(`${APP_URL}/`), url).toBe(true)
        expect(mail.text).toContain(url)
      }
      const headerOf = (key: string) => mail.headers.find((header) => header.key === key)?.value
      expect(headerOf('auto-submitted')).toBe('auto-generated')
      expect(mail.to).toEqual([{ name: 'Ann and Bob', address: 'family@example.com' }])
    }
  })

  test('that reminds can be ended with one click, and no other', async () => {
    const mails = await play({
      players: [{ name: 'Ann', email: 'ann@example.com' }],
      text: 'Cup',
      details: { teams: ['A', 'B'] },
    })
    for (const mail of mails) {
      const headerOf = (key: string) => mail.headers.find((header) => header.key === key)?.value
      if (about([mail], 'Your pick is missing').length === 1) {
        expect(headerOf('list-unsubscribe')).toMatch(/^<https:\/\/picks\.test\/reminders\/1-[\w-]{22}>$/)
        expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
        expect(mail.text).toContain(headerOf('list-unsubscribe')?.slice(1, -1))
      } else {
        expect(headerOf('list-unsubscribe')).toBeUndefined()
      }
    }
  })

  const PLAYERS = times(200)
  // Quotes take the most room. The others are for the deep tests.
  const CHARACTERS = [
    ['quotes', '"'],
    ['emoji', '🏆'],
    ['ideographs', '賽'],
  ] as const
  test.each(CHARACTERS)(
    `stays small with ${PLAYERS} players, recipients and the longest texts of %s`,
    async (_, character) => {
      const long = (length: number, end: string) => `${character.repeat(length - end.length)}${end}`
      const teams = Array.from({ length: 5 }, (_, index) => long(100, `${index}`))
      const players = Array.from({ length: PLAYERS }, (_, index) => ({
        name: long(100, `${index}`),
        // The first twenty live together, the others have none: theirs is the table.
        email: index < 20 ? 'dormitory@example.com' : null,
      }))
      const details = { teams, emailMessage: character.repeat(500), sportName: long(100, 's') }
      const mails = await play({ players, text: long(100, 't'), details })
      expect(about(mails, 'Results').length, 'twenty players in parts').toBe(4)
      for (const mail of mails) expect(Buffer.byteLength(mail.source), mail.subject).toBeLessThan(BYTES_MAX)
    },
  )
})
