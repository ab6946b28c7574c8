import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { done, type Http } from '../support/http.ts'
import { CONNIE } from '../support/league/examples.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { withFolder } from '../support/log.ts'

test('no change of a second factor takes effect whose mail cannot be queued', async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  await withFolder(dataDir, ({ database }) => refuseMailsTo(database, 'Unreachable'))
  const application = await applicationForTest({ dataDir })
  onTestFinished(application.close)
  const admin = await setUpAdmin(application.url)
  const proof = { currentPassword: CONNIE.password }
  const { secret } = await done(admin.post('/auth/second-factor/setup', proof))
  const codeIn = (seconds: number) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1_000 })
  const rename = (session: Http, newName: string) => done(session.post('/auth/change-name', { newName }))

  await rename(admin, 'Unreachable')
  const confirm = () => admin.post('/auth/second-factor/confirm', { code: codeIn(0) })
  expect(await confirm()).toMatchObject({ status: 500 })
  expect((await admin.get('/auth/second-factor')).body).toMatchObject({ isOn: false })
  await rename(admin, CONNIE.name)
  const { token, recoveryCodes } = await done(confirm())
  const guarded = admin.as(token)

  await rename(guarded, 'Unreachable')
  const renewed = await guarded.post('/auth/second-factor/recovery-codes', { code: codeIn(30) })
  expect(renewed).toMatchObject({ status: 500 })
  const turnedOff = await guarded.delete('/auth/second-factor', { code: recoveryCodes[0] })
  expect(turnedOff, 'the codes from before go on working').toMatchObject({ status: 500 })
  expect((await guarded.get('/auth/second-factor')).body).toMatchObject({ isOn: true, recoveryCodesLeft: 9 })
})

async function refuseMailsTo({ kysely }: Database, name: string) {
  await sql`create function private.refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the outbox takes no mail'; end $$`.execute(kysely)
  await sql`create trigger refuse before insert on private.mails for each row
    when (new.recipient_name = ${sql.lit(name)}) execute function private.refuse()`.execute(kysely)
}
