import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { type SmtpServerForTest, startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { watchedCalls } from '../../testing/calls.ts'
import {
  choose,
  dialogOf,
  field,
  found,
  gone,
  lines,
  press,
  said,
  textOf,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('mail to the players of a sport', () => {
  let smtp: SmtpServerForTest
  let refused = true
  const league = leagueBehindScreens(async () => {
    smtp = await startSmtpServer((recipient) =>
      refused && recipient === 'bob@example.com' ? { code: 550, reply: 'No such mailbox' } : null,
    )
    const started = await aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason()
      .withRound()
      .start({ config: { smtp: smtp.config } })
    const { admin, idOf, roundId } = started
    await done(admin.post('/admin/picks', { userId: idOf('Ann'), roundId, picks: ['Reds'] }))
    await eventually('both mails have ended', async () => {
      const { counts } = (await admin.get('/admin/outbox')).body
      return counts.sent === 1 && counts.failed === 1
    })
    return started
  })
  watchedCalls()
  afterAll(() => smtp?.stop())

  const dialog = dialogOf('Players & Mail: Football')
  const openDialog = async () => {
    await open('/admin/rounds', league.admin)
    await choose('More for Football', 'Players & Mail')
    await found(dialog)
  }
  const player = (name: string) => () => {
    const items = within(dialog()).getAllByRole('listitem')
    const item = items.find(({ textContent }) => textContent?.includes(name))
    if (!item) throw new Error(`${name} is not there`)
    return item
  }
  const mailsTo = (address: string) => smtp.mails.filter(({ recipients }) => recipients.includes(address))

  test('says who has picked, and what became of the last mail to each', async () => {
    await openDialog()
    expect(textOf(await found(player('Ann')))).toMatch(/Picked\s*Pick link\s*Sent/)
    expect(textOf(player('Bob')())).toMatch(/Not yet\s*Pick link\s*Failed/)
    await said('No such mailbox', player('Bob'))
    expect(textOf(player('Cleo')())).toMatch(/Not yet\s*No email address/)
    expect((await lines('listitem', dialog))[0]).toContain('Bob')
  })

  test('a link is sent again, and copied for those who get no mail', async () => {
    await openDialog()
    await choose('Actions for Ann', 'Send Link Again')
    await said('The link is on its way again')
    await eventually('the second mail', async () => mailsTo('ann@example.com').length === 2)
    await choose('Actions for Cleo', 'Copy Pick Link')
    const link = await field('Pick link of Cleo', dialog)
    const { pathname } = new URL(link.value)
    const { body } = await league.visitor.get(pathname.replace('/pick/', '/picks/validate/'))
    expect(body.user.name).toBe('Cleo')
  })

  test('one player is reminded, and only those who can be are offered it', async () => {
    refused = false
    const again = `/admin/rounds/${league.roundId}/participants/${league.idOf('Bob')}/resend-link`
    await done(league.admin.post(again))
    await eventually('the link, after the refusal', async () => mailsTo('bob@example.com').length === 1)
    await openDialog()
    await choose('Actions for Bob', 'Send Reminder')
    await said('Bob gets a reminder by email')
    await eventually('the reminder', async () => mailsTo('bob@example.com').length === 2)
    for (const name of ['Ann', 'Cleo']) {
      await press(`Actions for ${name}`)
      await screen.findByRole('menuitem', { name: 'Copy Pick Link' })
      expect(screen.queryByRole('menuitem', { name: 'Send Reminder' })).toBeNull()
      await userEvent.keyboard('{Escape}')
      await gone(() => screen.getByRole('menuitem', { name: 'Copy Pick Link' }))
    }
    await userEvent.keyboard('{Escape}')
    await gone(dialog)
  })
})
