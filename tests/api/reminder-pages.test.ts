import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLAYER_TOPICS, type PlayerTopic } from '../../domain/mail-topics.ts'
import { openLinks } from '../../platform/links/links.ts'
import { APP_URL } from '../support/application.ts'
import { aLeague } from '../support/league/a-league.ts'
import { JWT_SECRET, type RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
const links = openLinks({ secret: JWT_SECRET, appUrl: APP_URL })

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', { name: '<Cleo>', email: 'cleo@example.com' })
    .withSeason()
    .withRound()
    .start()
})
afterAll(() => league?.close())

const urlFor = (...players: number[]) => urlAbout('reminders', ...players)
const urlAbout = (topic: PlayerTopic, ...players: number[]) =>
  links[topic]
    .urlFor(players.map((index) => ({ playerId: league.playerIds[index] ?? 0 })))
    .replace(APP_URL, league.application.url)

/** Who wants no reminders, by name. */
async function declined(): Promise<string[]> {
  const { body } = await league.admin.get(`/admin/rounds/${league.roundId}/mail`)
  return body.participants
    .filter(({ remindersDeclined }: { remindersDeclined: boolean }) => remindersDeclined)
    .map(({ name }: { name: string }) => name)
}

const oneClick = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

const switches = async (): Promise<string[]> =>
  (await league.admin.get('/admin/history?kind=players')).body.entries
    .filter(({ type }: { type: string }) => type.startsWith('Mail'))
    .map(({ sentence }: { sentence: string }) => sentence)

describe('the page behind a reminder', () => {
  test.each(PLAYER_TOPICS)('opened a hundred times changes nothing of %s', async (topic) => {
    const url = urlAbout(topic, 0, 1)
    for (let time = 0; time < 50; time += 1) {
      expect((await fetch(url)).status).toBe(200)
      expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    }
    expect(await switches()).toEqual([])
  })

  test('names the players as text, allows nothing but its own style, and is kept nowhere', async () => {
    const response = await fetch(urlFor(2))
    const page = await response.text()
    expect(page).toContain('&lt;Cleo&gt;')
    expect(page).toContain('Stop reminders')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('ends the reminders of everybody in the mail when a mail program posts, however often', async () => {
    for (let time = 0; time < 2; time += 1) expect((await oneClick(urlFor(0, 1))).status).toBe(200)
    expect(await declined()).toEqual(['Ann', 'Bob'])
    const reminded = await league.admin.post(`/admin/rounds/${league.roundId}/send-reminder`)
    expect(reminded).toMatchObject({ status: 200, body: { sent: 1 } })
  })

  test('ends them also for a mail program that posts a form in parts', async () => {
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')
    expect((await fetch(urlFor(2), { method: 'POST', body })).status).toBe(200)
    expect(await declined()).toEqual(expect.arrayContaining(['<Cleo>']))
  })

  test.each([
    ['messages', 'off', 'Ann unsubscribed from messages from the commissioner'],
    ['receipts', 'on', 'Ann subscribed to receipts by mail'],
  ] as const)(
    'switches %s alone with a link of theirs, and no other link opens it',
    async (topic, to, sentence) => {
      const [url, before, earlier] = [urlAbout(topic, 0), await declined(), await switches()]
      for (const other of PLAYER_TOPICS.filter((one) => one !== topic))
        expect((await fetch(url.replace(`/${topic}/`, `/${other}/`))).status).toBe(404)
      const isOneClick = to === 'off'
      const pressed = isOneClick ? oneClick(url) : fetch(url, { method: 'POST', body: `${topic}=${to}` })
      expect((await pressed).status).toBe(200)
      expect(await switches()).toEqual([sentence, ...earlier])
      expect(await declined()).toEqual(before)
    },
  )

  test('turns them on again at the press of its button', async () => {
    expect(await (await fetch(urlFor(0))).text()).toContain('Remind me again')
    const answer = await fetch(urlFor(0), { method: 'POST', body: new URLSearchParams({ reminders: 'on' }) })
    expect(await answer.text()).toContain('Stop reminders')
    expect(await declined()).toEqual(expect.not.arrayContaining(['Ann']))
  })

  test('has a button for each of those who share the mail, and for nobody else', async () => {
    const press = (reminders: string, player: number | string) =>
      fetch(urlFor(0, 1), { method: 'POST', body: new URLSearchParams({ reminders, player: `${player}` }) })
    const [ann = 0, bob = 0, cleo = 0] = league.playerIds
    await press('on', ann)
    const page = await (await press('off', bob)).text()
    expect(page).toContain('aria-label="Remind Bob again"')
    expect(page).toContain('aria-label="Stop reminders for Ann"')
    const before = await declined()
    expect(before).toContain('Bob')
    expect(before).not.toContain('Ann')
    for (const other of [cleo, '', 'Ann']) expect((await press('on', other)).status).toBe(404)
    expect(await declined()).toEqual(before)
  })

  test.each([
    ['made up', () => `${league.application.url}/reminders/1-AAAAAAAAAAAAAAAAAAAAAA`],
    ['of another player', () => urlFor(0).replace('/reminders/1-', '/reminders/2-')],
    ['cut off', () => urlFor(0).slice(0, -1)],
    ['without any form', () => `${league.application.url}/reminders/%00`],
  ])('is not there for a link that is %s', async (_, url) => {
    const before = await declined()
    expect((await fetch(url())).status).toBe(404)
    expect((await oneClick(url())).status).toBe(404)
    expect(await declined()).toEqual(before)
  })

  test('goes on for the others when one of those who share the mail is erased', async () => {
    const shared = urlFor(1, 2)
    await league.admin.post(`/admin/users/${league.playerIds[2]}/erase`, { confirmation: 'ERASE' })
    const page = await fetch(shared)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain('Cleo')
    expect((await oneClick(shared)).status).toBe(200)
    expect(await declined()).toEqual(['Bob'])
    expect((await fetch(urlFor(2))).status).toBe(404)
  })
})
