import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { findSecret } from '../../commands/accounts/second-factor-rows.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { decrypt, encrypt } from '../../platform/links/encryption.ts'
import { deriveKey } from '../../platform/links/keys.ts'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { done, http } from '../support/http.ts'
import { CONNIE } from '../support/league/examples.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { wholeLog, withFolder } from '../support/log.ts'

test('what is encrypted opens with its key alone, and unchanged', () => {
  const [key, other] = [deriveKey('one secret', 'test'), deriveKey('another secret', 'test')]
  const sealed = encrypt(key, 'JBSWY3DPEHPK3PXP')
  expect(decrypt(key, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(encrypt(key, 'JBSWY3DPEHPK3PXP')).not.toEqual(sealed)
  expect(() => decrypt(other, sealed)).toThrow()
  sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
  expect(() => decrypt(key, sealed)).toThrow()
})

test('a stolen database opens no account; under another server secret recovery codes are the way in', async () => {
  const folder = await temporaryFolder()
  await copyTemplate(folder.path)
  const start = (jwtSecret: string) => applicationForTest({ dataDir: folder.path, config: { jwtSecret } })
  try {
    const first = await start('a-secret-of-at-least-32-characters')
    const session = await setUpAdmin(first.url)
    const proof = { currentPassword: CONNIE.password }
    const { secret } = await done(session.post('/auth/second-factor/setup', proof))
    const codeIn = (seconds: number) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1_000 })
    const { recoveryCodes } = await done(session.post('/auth/second-factor/confirm', { code: codeIn(0) }))
    await first.close()

    await withFolder(folder.path, async ({ store, database }) => {
      const log = JSON.stringify(await wholeLog(store))
      const kept = await findSecret(openPrivateSchema(database.kysely), 1)
      expect(kept).not.toBeNull()
      for (const one of [secret, ...recoveryCodes]) {
        expect(log).not.toContain(one)
        expect(kept?.includes(one)).toBe(false)
      }
    })

    const second = await start('another-secret-of-at-least-32-characters')
    const visitor = http(second.url)
    const { challenge } = await done(visitor.post('/auth/login', CONNIE))
    const verify = (code: string) => visitor.post('/auth/verify-second-factor', { challenge, code })
    expect(await verify(codeIn(30))).toMatchObject({ status: 401 })
    expect(await verify(recoveryCodes[0])).toMatchObject({ status: 200 })
    await second.close()
  } finally {
    await folder.remove()
  }
})
