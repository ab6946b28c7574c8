import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../tests/support/eventually.ts'
import { done } from '../../tests/support/http.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { type SmtpServerForTest, startSmtpServer } from '../../tests/support/smtp-server.ts'
import {
  choose,
  dialogOf,
  fill,
  found,
  gone,
  press,
  problemOf,
  said,
  select,
  textOf,
} from '../testing/interactions.ts'
import { leagueBehindScreens, open } from '../testing/screen.tsx'

describe('joining a season by its link', () => {
  let smtp: SmtpServerForTest
  const league = leagueBehindScreens(async () => {
    smtp = await startSmtpServer()
    return aLeague()
      .withPlayers({ name: 'Ann', email: 'ann@example.com' })
      .withSeason({ commissioner: 'Connie', participantIds: [] })
      .start({ config: { smtp: smtp.config } })
  })
  const dialog = dialogOf('Join link of Family Cup')
  const openDialog = async () => {
    await open('/admin/seasons', league.admin)
    await choose('More for Family Cup', 'Join Link')
    await found(dialog)
  }
  const joinPath = async () => {
    const { url } = await done(league.admin.get(`/admin/seasons/${league.seasonId}/join-link`))
    return new URL(url).pathname
  }
  const ask = async (name: string, email: string) => {
    await open(await joinPath())
    await fill('Your name', name)
    await fill('Your email address', email)
    await press('Join')
    await said('We have mailed you a link')
    const mail = await eventually('the mail', async () =>
      smtp.mails.find(({ recipients }) => recipients[0] === email),
    )
    return new URL(/https:\S+\/join\/confirm\/\S+/.exec(mail.text ?? '')?.[0] ?? '').pathname
  }
  const confirm = async (path: string) => {
    await open(path)
    await press('Confirm')
  }
  const requests = () => screen.getByRole('region', { name: 'Requests to join' })

  test('an admin opens the link, and sees it with its code', async () => {
    await openDialog()
    await press('Open Link', dialog)
    const image = await within(dialog()).findByRole<HTMLImageElement>('img', {
      name: 'QR code of the link below',
    })
    expect(decodeURIComponent(image.src)).toMatch(/^data:image\/svg\+xml,<svg/)
    const { url } = await done(league.admin.get(`/admin/seasons/${league.seasonId}/join-link`))
    expect(textOf(dialog())).toContain(url)
  })

  test('a visitor reads what it is, asks, and confirms by a button', async () => {
    await open(await joinPath())
    await said('Join Family Cup')
    await said('Commissioner: Connie · No players yet')
    await said('Every sport counts.')
    await press('Join')
    expect(await problemOf('Your name')).toBe('Please enter your name')
    expect(await problemOf('Your email address')).toBe('Please enter your email address')
    await fill('Your name', 'Nia')
    await fill('Your email address', 'nobody')
    await press('Join')
    expect(await problemOf('Your email address')).toBe('Please enter a valid email address')
    await confirm(await ask('Nia', 'nia@example.com'))
    await said('Your address is confirmed. An admin decides who joins')
  })

  test('an admin sees in Players who waits, and accepts or declines', async () => {
    await confirm(await ask('Ann', 'ann@example.com'))
    await said('Your address is confirmed')
    await open('/admin/users', league.admin)
    await found(requests)
    await said('A player with this name and address is there already.', requests)
    expect(screen.getByRole('img', { name: '2 requests' }).closest('a')?.pathname).toBe('/admin/users')
    await press('Decline Nia')
    await said('The request of Nia is declined')
    await press('Accept Ann')
    await said('Ann takes part in Family Cup')
    await gone(requests)
    const [ann] = await done(league.admin.get(`/admin/season-participants/${league.seasonId}`))
    expect(ann.name).toBe('Ann')
  })

  test('a confirmed address is enough where the admin says so', async () => {
    await openDialog()
    await select('Who joins', 'All with a confirmed address', dialog)
    await press('Save', dialog)
    await said('The join link has its new terms')
    const path = await ask('Omar', 'omar@example.com')
    await confirm(path)
    await said('You take part')
    await confirm(path)
    await said('You take part')
    await confirm('/join/confirm/nonsense')
    await said('This link has expired or is not complete')
  })

  test('a closed link says so', async () => {
    const path = await joinPath()
    await openDialog()
    await press('Close Link', dialog)
    await press('Close Link', dialogOf('Close the join link of Family Cup?'))
    await said('The join link is closed')
    await open(path)
    await said('This link to join is closed')
    await smtp.stop()
  })
})

describe('without a mail server', () => {
  const league = leagueBehindScreens(() => aLeague().withSeason().start())

  test('an admin decides, and the pages say that addresses are not confirmed', async () => {
    await open('/admin/seasons', league.admin)
    await choose('More for Family Cup', 'Join Link')
    await said('There is no mail server, so addresses are not confirmed and an admin decides.')
    await press('Open Link')
    await screen.findByRole('img', { name: 'QR code of the link below' })
    const { url } = await done(league.admin.get(`/admin/seasons/${league.seasonId}/join-link`))
    await open(new URL(url).pathname)
    await said('Addresses are not confirmed.')
    await fill('Your name', 'Nia')
    await fill('Your email address', 'nia@example.com')
    await press('Join')
    await said('Thank you. An admin decides who joins')
    await open('/admin/users', league.admin)
    await said('Address not confirmed')
  })
})
