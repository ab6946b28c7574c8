import { screen } from '@testing-library/react'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { openServer } from '../../../platform/database/database-server.ts'
import { asOnlyOperation } from '../../../platform/database/only-operation.ts'
import { READ_SCHEMA } from '../../../projections/engine/version.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  type PostgresServer,
  postgresMissing,
  startPostgresServer,
} from '../../../tests/support/postgres-server.ts'
import { watchedCalls } from '../../testing/calls.ts'
import {
  anyDialog,
  button,
  fill,
  follow,
  gone,
  lines,
  press,
  problemOf,
  said,
  textOf,
} from '../../testing/interactions.ts'
import { address, answering, leagueBehindScreens, open } from '../../testing/screen.tsx'

const SEALS = 'Seals to look for'

describe('operations on the whole league', () => {
  const league = leagueBehindScreens(() => aLeague().withPlayers('Ann', 'Bob').withSeason().start())
  const { sent } = watchedCalls()

  test('an export is asked for once however fast its button is pressed', async () => {
    answering('GET', '/admin/operations/export*', () => new Promise(() => {}))
    await open('/admin/operations', league.admin)
    const download = await button('Download Export')
    download.click()
    download.click()
    await expect.poll(() => download.getAttribute('aria-busy')).toBe('true')
    expect(sent().filter((call) => call.includes('/export'))).toHaveLength(1)
  })

  test('a verification says that all is right, and what seal a seal is', async () => {
    await eventually('a seal', async () => (await league.admin.get('/admin/operations')).body.seal)
    await open('/admin/settings', league.admin)
    await follow('Operations')
    const head = textOf(await screen.findByText(/^[0-9a-f]{64}$/))
    await fill(SEALS, 'not a seal')
    await press('Start Verification')
    expect(await problemOf(SEALS)).toMatch(/64 characters/)
    await fill(SEALS, head)
    await press('Start Verification')
    await said('Everything is correct')
    await said(`${head} is a seal of this league`)
  })

  test('a backup is made and downloaded', async () => {
    await open('/admin/operations', league.admin)
    await said('Backups are not encrypted')
    await press('Back Up Now')
    await said('The backup was read back, and counts.')
    const [line = ''] = await lines('listitem', () => screen.getByRole('region', { name: 'Backups' }))
    expect(line).toMatch(/^league-2027-01-10T0700\.backupRead back.* \d+ events · replayed/)
    await press('Download league-2027-01-10T0700.backup')
    await eventually('the history', async () => {
      const { entries } = (await league.admin.get('/admin/history?kind=settings')).body
      return entries.some(({ type }: { type: string }) => type === 'BackupDownloaded')
    })
  })

  test('they are for the main admin alone', async () => {
    const { email } = await league.addAdmin('Dora')
    const dora = await league.signInByMail(email)
    await open('/admin/operations', dora)
    await screen.findByRole('heading', { name: 'Getting Started' })
    expect(address()).toBe('/admin/getting-started')
    await open('/admin/settings', dora)
    await screen.findByRole('heading', { name: 'Settings' })
    expect(screen.queryByRole('link', { name: 'Operations' })).toBeNull()
  })
})

const missing = postgresMissing ? ` (SKIPPED: ${postgresMissing})` : ''

describe.skipIf(postgresMissing)(`a table that somebody has changed${missing}`, () => {
  let server: PostgresServer
  let databaseUrl: string
  const league = leagueBehindScreens(async () => {
    server = await startPostgresServer()
    databaseUrl = await server.createDatabase()
    return aLeague().withPlayers('Ann', 'Bob').withSeason().start({ config: { databaseUrl } })
  })
  watchedCalls()
  afterAll(() => server?.stop())
  const openOperations = () => open('/admin/operations', league.admin)

  test('is named by a verification, and put right by a rebuild', async () => {
    await runSql(
      databaseUrl,
      `update ${READ_SCHEMA}.documents set state = replace(state::text, 'Bob', 'Hannibal')::json where kind = 'player'`,
    )
    await openOperations()
    const unknown = 'f'.repeat(64)
    await fill(SEALS, unknown)
    await press('Start Verification')
    await said('Something is wrong')
    await said(`${unknown} is not a seal of this league.`)
    await screen.findByText(/^documents .* state: is .*Hannibal.*, should be .*Bob/)
    await press('Start Rebuild')
    await press('Rebuild', anyDialog)
    await screen.findByText(/^All tables are rebuilt from [1-9]\d* events\.$/)
    await fill(SEALS, '')
    await press('Start Verification')
    await said('Everything is correct')
  })

  test('while another process is at work, none begins here', async () => {
    const other = await openServer({ url: databaseUrl, onError: console.error })
    await asOnlyOperation(other.locks, async () => {
      await openOperations()
      await said('Another process is at work on the league')
      const start = await screen.findByRole('button', { name: /^Start Verification/ })
      expect(start.getAttribute('aria-busy')).toBe('true')
    })
    await other.close()
    await gone(() => screen.getByText('Another process is at work on the league'))
  })
})

async function runSql(databaseUrl: string, statement: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
