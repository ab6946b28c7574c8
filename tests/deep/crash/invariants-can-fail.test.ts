import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrivateSchema } from '../../../platform/database/private-schema.ts'
import type { Installation } from '../../../platform/installation.ts'
import { readSchema } from '../../../projections/engine/checkpoint.ts'
import { applicationForTest } from '../../support/application.ts'
import { BUILT_READ_SCHEMA } from '../../support/built-read-schema.ts'
import { copyTemplate } from '../../support/embedded.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { misname } from '../../support/misname.ts'
import { type SmtpServerForTest, startSmtpServer } from '../../support/smtp-server.ts'
import { expectInvariants, type Witnesses } from './invariants.ts'
import { traceOf } from './log-values.ts'
import { secretsOf } from './secrets.ts'
import { type ServerSettings, serverSettings, withInstallation } from './server-settings.ts'

/** One open sport, one pick in it, and one mail that has been sent. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let smtp: SmtpServerForTest
let settings: ServerSettings
let witnesses: Witnesses
let token: string

beforeAll(async () => {
  folder = await temporaryFolder()
  await copyTemplate(folder.path)
  smtp = await startSmtpServer()
  settings = await serverSettings({ DATA_DIR: folder.path }, smtp)
  const config = { smtp: smtp.config, jwtSecret: settings.JWT_SECRET }
  const application = await applicationForTest({ dataDir: folder.path, config })
  const league = await aLeague()
    .withPlayers('Ann')
    .withSeason()
    .on(application, { secret: settings.JWT_SECRET })
  const roundId = await league.openRound({ lockTime: '2099-01-01T00:00:00Z' })
  token = league.tokenFor(roundId, league.idOf('Ann'))
  await league.visitor.post(`/picks/${token}`, { picks: ['Reds'] })
  const isSent = async () => (await league.admin.get('/admin/outbox?state=sent')).body.counts.sent === 1
  await eventually('the mail', isSent)
  await application.close()
  const done = new Set(['Ann', 'Football', traceOf('RoundActivated', roundId), 'Reds'])
  witnesses = { sent: done, acknowledged: done, smtp, outputs: [''], secrets: secretsOf(settings, smtp) }
})
afterAll(async () => {
  await smtp?.stop()
  await folder?.remove()
})

const look = (
  changed: Partial<Witnesses> = {},
  damage: (kept: Installation) => Promise<unknown> = async () => {},
) =>
  withInstallation(settings, async (kept) => {
    await damage(kept)
    await expectInvariants(kept, { ...witnesses, ...changed })
  })

test('a sound league passes', async () => {
  await expect(look()).resolves.toBeUndefined()
})

test('an acknowledged command that is not in the log is noticed', async () => {
  await expect(look({ acknowledged: new Set(['Bob']) })).rejects.toThrow('Bob')
})

test('a command that nobody sent is noticed', async () => {
  await expect(look({ sent: new Set(['Ann', 'Football']) })).rejects.toThrow('Reds')
})

test.each([
  ['a link to pick', () => token],
  ['the secret of the server', () => settings.JWT_SECRET],
  ['the first password', () => settings.ADMIN_PASSWORD ?? ''],
])('%s in what a server has written is noticed', async (what, secret) => {
  await expect(look({ outputs: [`{"url":"/api/picks/${secret()}"}`] })).rejects.toThrow(what)
})

test('a mail that was delivered more often than it was handed over is noticed', async () => {
  await expect(look({ smtp: { ...smtp, mails: [...smtp.mails, ...smtp.mails] } })).rejects.toThrow(
    'handed over',
  )
})

test('a second mail about the same is noticed', async () => {
  const repeat = async ({ database }: Installation) => {
    const privateSchema = openPrivateSchema(database.kysely)
    const mail = await privateSchema.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
    const id = '0b5f1d0e-6a6d-4c53-8b8e-5f3f3f6a2a11'
    await privateSchema
      .insertInto('mails')
      .values({ ...mail, id, state: 'skipped' })
      .execute()
  }
  await expect(look({}, repeat)).rejects.toThrow('pick-link')
  await withInstallation(settings, ({ database }) =>
    openPrivateSchema(database.kysely).deleteFrom('mails').where('state', '=', 'skipped').execute(),
  )
})

test('a read table that differs from a replay is noticed', async () => {
  const change = ({ database }: Installation) => misname(readSchema(database.kysely, BUILT_READ_SCHEMA))
  await expect(look({}, change)).rejects.toThrow('replay')
})
