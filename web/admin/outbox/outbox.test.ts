import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import type { RunningLeague } from '../../../tests/support/league/running.ts'
import { type SmtpServerForTest, startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { watchedCalls } from '../../testing/calls.ts'
import { anyDialog, cells, fill, follow, gone, press, said, select } from '../../testing/interactions.ts'
import { address, leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('the outbox', () => {
  let smtp: SmtpServerForTest
  const NO_MAILBOX = { code: 550, reply: 'No such mailbox' }
  let refusal: { code: number; reply: string } | null = NO_MAILBOX
  const countsOf = async ({ admin }: Pick<RunningLeague, 'admin'>) =>
    (await done(admin.get('/admin/outbox'))).counts
  const league = leagueBehindScreens(async () => {
    smtp = await startSmtpServer((recipient) => (recipient === 'bob@example.com' ? refusal : null))
    const started = await aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason()
      .withRound()
      .start({ config: { smtp: smtp.config } })
    await eventually('both mails have ended', async () => {
      const counts = await countsOf(started)
      return counts.sent === 1 && counts.failed === 1
    })
    return started
  })
  watchedCalls()
  afterAll(() => smtp?.stop())

  const openOutbox = () => open('/admin/mail', league.admin)
  const mailsToBob = () => smtp.mails.filter(({ recipients }) => recipients.includes('bob@example.com'))

  test('groups the mail by sport, warns on every screen, and finds a recipient', async () => {
    localStorage.setItem('closed: mail server', new Date().toDateString())
    await open('/admin/users', league.admin)
    await said('Bob gets no mail')
    await expect.poll(() => localStorage.getItem('closed: mail server')).toBeNull()
    await press('Close for today')
    expect(screen.queryByText('Bob gets no mail')).toBeNull()
    await open('/admin/seasons', league.admin)
    await screen.findByRole('heading', { name: 'Seasons' })
    expect(screen.queryByText('Bob gets no mail')).toBeNull()
    localStorage.clear()
    await open('/admin/users', league.admin)
    await follow('Correct Address')
    await said('The mail server refused this address: 550 No such mailbox', anyDialog)
    await userEvent.keyboard('{Escape}')
    await gone(anyDialog)
    await expect.poll(address).toBe('/admin/users')
    await openOutbox()
    await said('Football: 1 failed, 1 sent')
    await fill('Search mail', 'ÄNN')
    await expect.poll(() => cells('Mail: Football')).toHaveLength(2)
    await said('Football: 1 sent')
  })

  test('shows what failed and why, and tries it again', async () => {
    refusal = null
    await openOutbox()
    await select('Show', 'Failed (1)')
    await expect.poll(() => cells('Mail: Football')).toHaveLength(2)
    await userEvent.click(await screen.findByRole('button', { name: /^Open the mail to bob@example.com/ }))
    await said('No such mailbox', anyDialog)
    await screen.findAllByRole('link', { name: 'Correct the address bob@example.com' })
    await press('Retry this mail', anyDialog)
    await said('The mail goes out again')
    await eventually('the mail is there', async () => mailsToBob().length === 1)
    await userEvent.keyboard('{Escape}')
    await gone(anyDialog)
  })

  const failToBob = async (failed: number) => {
    refusal = { code: 554, reply: 'No thanks' }
    const path = `/admin/rounds/${league.roundId}/participants/${league.idOf('Bob')}/resend-link`
    await done(league.admin.post(path))
    await eventually(`${failed} failed`, async () => (await countsOf(league)).failed === failed)
  }

  test('all that failed is tried again at once, and offered only while there is any', async () => {
    for (const failed of [1, 2]) await failToBob(failed)
    await open('/admin/users', league.admin)
    await said('2 mails to Bob failed')
    await follow('Open Mail')
    await expect.poll(address).toBe('/admin/mail?state=failed')
    refusal = null
    await openOutbox()
    await press('Retry All Failed')
    await said('2 mails go out again')
    await eventually('none is failed', async () => (await countsOf(league)).failed === undefined)
    await openOutbox()
    await screen.findByRole('table', { name: 'Mail: Football' })
    expect(screen.queryByRole('button', { name: 'Retry All Failed' })).toBeNull()
    const { message } = await done(league.admin.post('/admin/outbox/retry'))
    expect(message).toBe('There is no failed mail to send again')
  })

  test('what failed is offered again until it comes too late, also where the lock time has moved on', async () => {
    await failToBob(1)
    await done(
      league.admin.put(`/admin/rounds/${league.roundId}`, { lockTime: '2027-08-09T18:00', reason: 'Snow' }),
    )
    await eventually('the news of it waits', async () => (await countsOf(league)).queued === 2)
    // The mail about a moved lock is held for ten minutes.
    league.clock.advance(600_000)
    await eventually('the news of it failed', async () => (await countsOf(league)).failed === 2)
    refusal = null
    const retries = async (now: string) => {
      league.clock.set(now)
      await openOutbox()
      await select('Show', 'Failed (2)')
      await expect.poll(() => cells('Mail: Football')).toHaveLength(3)
      return screen.queryAllByRole('button', { name: /^Retry/ }).length
    }
    expect(await retries('2027-08-02T00:00:00.000Z')).toBe(3)
    expect(await retries('2027-08-10T00:00:00.000Z')).toBe(0)
  })
})

describe('the outbox of many sports', () => {
  const league = leagueBehindScreens(() => aLeague().withPlayers('Ann').withSeason().start())
  watchedCalls()

  test('shows a mail that goes to several of them once', async () => {
    const roundIds: number[] = []
    for (const sportName of ['Golf', 'Judo', 'Polo']) roundIds.push(await league.draftRound({ sportName }))
    await done(league.admin.post('/admin/rounds/bulk/activate', { roundIds }))
    await eventually('the mail is kept', async () => {
      const { mails } = await done(league.admin.get('/admin/outbox?state=kept'))
      return mails.length === 1
    })
    await open('/admin/mail', league.admin)
    await said('Golf and 2 more: 1 kept here')
    expect(screen.queryByText('Judo')).toBeNull()
  })

  test('shows what is found in each of them, the first at once', async () => {
    for (let sport = 1; sport <= 45; sport += 1) await league.openRound({ sportName: `Sport ${sport}` })
    await eventually('the mails are there', async () => {
      const { mails } = await done(league.admin.get('/admin/outbox'))
      return mails.length === 46
    })
    await open('/admin/mail', league.admin)
    await fill('Search mail', 'Ann')
    // Looked at more often than the list grows, and without the roles, which take longer than that to be found.
    const tables = () => document.querySelectorAll('table').length
    await vi.waitUntil(() => tables() > 0, { interval: 5 })
    expect(tables()).toBeLessThan(46)
    await screen.findByRole('table', { name: 'Mail: Sport 1' })
    await expect.poll(() => screen.getAllByRole('table')).toHaveLength(46)
    await fill('Search mail', 'Bob')
    await said('No such mail.')
  })
})
