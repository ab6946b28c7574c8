import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '#platform/database-server'
import { asOnlyOperation } from '#platform/only-operation'
import { browserMissing } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { deskForTests, FOOTBALL, seasonOfThree, title } from './desk.ts'
import { faults } from './faults.ts'
import { card, choose, dialogOf, gone, lines, press, problemOf, said } from './hands.ts'

const missing = postgresMissing ? ` (SKIPPED: ${postgresMissing})` : ''

describe.skipIf(browserMissing)(`somebody who asks to be forgotten${title}`, () => {
  const desk = deskForTests()
  beforeAll(async () => {
    const { seasonId, playerIds } = await seasonOfThree(desk)
    const { id } = await done(desk.main.post('/admin/rounds', { ...FOOTBALL, seasonId }))
    await done(desk.main.post(`/admin/rounds/${id}/activate`))
    await done(desk.main.post('/admin/picks', { userId: playerIds[0], roundId: id, picks: ['Reds'] }))
  })

  test('is erased by the main admin, who must type it and is told what stays', async () => {
    const { page } = desk
    await page.goto('/admin/users')
    await choose(page, 'More for Ann', 'Erase…')
    const dialog = dialogOf(page, 'Erase Ann?')
    await said(dialog, 'Picks, points and ranks stay')
    expect(await faults(page)).toEqual([])
    await dialog.getByLabel('Type ERASE to confirm').fill('erase')
    await press(dialog, 'Erase for Good')
    expect(await problemOf(dialog.getByLabel('Type ERASE to confirm'))).toBe('You must type "ERASE" exactly!')
    await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
    await dialog.getByLabel('I understand that this cannot be undone').check()
    await press(dialog, 'Erase for Good')
    await gone(dialog)
    await said(page, 'Player erased. Their points and ranks stay')
    await gone(page.getByText('ann@example.com'))
    const row = page.getByRole('row', { name: 'Erased player' })
    expect(await lines(row.getByRole('button').or(row.getByRole('link')))).toEqual(['History'])
    expect((await desk.main.get('/admin/history')).text).not.toMatch(/\bAnn\b|ann@example/)
  })

  test('cannot be erased by another admin', async () => {
    const { email } = await desk.addAdmin('Dora')
    const { token } = await desk.signInByMail(email)
    const page = await desk.openAs(token)
    await page.goto('/admin/users')
    await press(page, 'More for Bob')
    expect(await lines(page.getByRole('menuitem'))).toEqual(['Delete'])
  })
})

describe.skipIf(browserMissing)(`the seal of a lock${title}`, () => {
  const desk = deskForTests()
  let roundId = 0
  beforeAll(async () => {
    const { seasonId } = await seasonOfThree(desk)
    roundId = (await done(desk.main.post('/admin/rounds', { ...FOOTBALL, seasonId }))).id
    await done(desk.main.post(`/admin/rounds/${roundId}/activate`))
  })
  const publishedHead = async () => (await done(desk.visitor.get(`/public/rounds/${roundId}/seal`))).seal.head

  test('stands on the card of the sport, and on the page of a player, open already or opened later', async () => {
    const { page, stranger } = desk
    const { participants } = await done(desk.main.get(`/admin/rounds/${roundId}/mail`))
    const { url } = await done(
      desk.main.post(`/admin/rounds/${roundId}/participants/${participants[0].id}/link`),
    )
    await stranger.goto(new URL(url).pathname)
    await stranger.getByLabel('Your pick').waitFor()
    await page.goto('/admin/rounds')
    expect(await card(page, 'Football').getByText('Sealed').count()).toBe(0)
    await press(card(page, 'Football'), 'Lock Now: Football')
    await press(page.getByRole('dialog'), 'Lock Now')
    await card(page, 'Football').getByText('Sealed').click()
    await said(card(page, 'Football'), await publishedHead())
    expect(await faults(page)).toEqual([])

    await stranger.getByRole('button', { name: 'Save My Pick' }).waitFor()
    await stranger.getByLabel('Your pick').selectOption('Reds')
    await press(stranger, 'Save My Pick')
    await stranger.getByText('Sealed').click()
    await said(stranger, await publishedHead())
    expect(await faults(stranger)).toEqual([])

    await stranger.reload()
    await stranger.getByRole('heading', { name: 'Picks are locked' }).waitFor()
    await stranger.getByText('Sealed').click()
    await said(stranger, await publishedHead())
    expect(await faults(stranger)).toEqual([])
    expect(desk.browser.troubles().filter((trouble) => !trouble.startsWith('403 '))).toEqual([])
  })
})

describe.skipIf(browserMissing)(`operations on the whole league${title}`, () => {
  const desk = deskForTests()
  beforeAll(() => seasonOfThree(desk))

  test('a verification says that all is right, and whose seal a seal is', async () => {
    const { page } = desk
    await page.goto('/admin/settings')
    await page.getByRole('link', { name: 'Operations' }).click()
    const head = await page.locator('code').innerText()
    await page.getByLabel('Seals to look for').fill('not a seal')
    await press(page, 'Start Verification')
    expect(await problemOf(page.getByLabel('Seals to look for'))).toMatch(/64 characters/)
    await page.getByLabel('Seals to look for').fill(head)
    await press(page, 'Start Verification')
    await said(page, 'All is as it should be')
    await said(page, `${head} is a seal of this league`)
    expect(await faults(page)).toEqual([])
  })

  test('the league is downloaded with and without personal data', async () => {
    const { page } = desk
    for (const [button, name] of [
      ['Download Export', 'league.zip'],
      ['Download Without Names', 'league-without-personal-data.zip'],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), press(page, button)])
      expect(file.suggestedFilename()).toBe(name)
      expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    }
  })

  test('they are for the main admin alone', async () => {
    const { email } = await desk.addAdmin('Dora')
    const { token } = await desk.signInByMail(email)
    const page = await desk.openAs(token)
    await page.goto('/admin/operations')
    await page.getByRole('heading', { name: 'Players' }).waitFor()
    await page.goto('/admin/settings')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await page.getByRole('link', { name: 'Operations' }).count()).toBe(0)
  })
})

describe.skipIf(browserMissing || postgresMissing)(
  `a table that somebody has changed${title || missing}`,
  () => {
    let server: PostgresServer
    let databaseUrl: string
    const desk = deskForTests(async () => {
      server = await startPostgresServer()
      databaseUrl = await server.createDatabase()
      return { databaseUrl }
    })
    afterAll(() => server?.stop())

    test('is named by a verification, and put right by a rebuild', async () => {
      const { page } = desk
      await seasonOfThree(desk)
      await runSql(databaseUrl, `update read.players set name = 'Hannibal' where name = 'Bob'`)
      await page.goto('/admin/operations')
      const unknown = 'f'.repeat(64)
      await page.getByLabel('Seals to look for').fill(unknown)
      await press(page, 'Start Verification')
      await said(page, 'Something is not as it should be')
      await said(page, `${unknown} is not a seal of this league.`)
      await page
        .getByText(/^Table players, row .*: name is .*Hannibal.*, but by the log it is .*Bob/)
        .waitFor()
      expect(await faults(page)).toEqual([])
      await press(page, 'Start Rebuild')
      await press(page.getByRole('dialog'), 'Rebuild')
      await page.getByText(/^All tables are built anew from [1-9]\d* events\.$/).waitFor()
      await page.getByLabel('Seals to look for').fill('')
      await press(page, 'Start Verification')
      await said(page, 'All is as it should be')
    })

    test('while another process is at work, none begins here', async () => {
      const { page } = desk
      const other = await openServer({ url: databaseUrl, onError: console.error })
      await asOnlyOperation(other, async () => {
        await page.goto('/admin/operations')
        await said(page, 'Another process is verifying or rebuilding')
        const start = page.getByRole('button', { name: 'Start Verification' })
        expect(await start.getAttribute('aria-busy')).toBe('true')
        expect(await faults(page)).toEqual([])
      })
      await other.close()
      await gone(page.getByText('Another process is verifying or rebuilding'))
    })
  },
)

async function runSql(databaseUrl: string, statement: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(statement)
  await client.end()
}
