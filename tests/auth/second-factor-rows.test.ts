import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionEpoch } from '../../api/accounts/credentials.ts'
import {
  beginFactor,
  countRecoveryCodes,
  findPendingSecret,
  findSecret,
  removeFactor,
  replaceRecoveryCodes,
  spendRecoveryCode,
  spendStep,
  turnOnFactor,
} from '../../api/accounts/second-factor-rows.ts'
import { openVault, type Vault } from '../../platform/database/vault.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import type { LogForTest } from '../support/log.ts'

const ADMIN = 7
const [first, second] = [Buffer.from('of the first phone'), Buffer.from('of the second phone')]
const CODES = ['hash-1', 'hash-2']

onBothDatabases('what is kept of a second factor', (makeLog) => {
  let log: LogForTest
  let vault: Vault
  beforeAll(async () => {
    log = await makeLog()
    vault = openVault(log.database.kysely)
  })
  afterAll(() => log?.close())

  test('is on once it is proven, and ends every session with that', async () => {
    await beginFactor(vault, ADMIN, first)
    expect(await findSecret(vault, ADMIN)).toBeNull()
    const epoch = await sessionEpoch(vault, ADMIN)
    const turnedOn = { pending: first, step: 100, codeHashes: CODES }
    expect(await turnOnFactor(vault, ADMIN, turnedOn)).toBe(true)
    expect(await turnOnFactor(vault, ADMIN, turnedOn)).toBe(false)
    expect(await findSecret(vault, ADMIN)).toEqual(first)
    expect(await findPendingSecret(vault, ADMIN)).toBeNull()
    expect(await sessionEpoch(vault, ADMIN)).toBe(epoch + 1)
  })

  test('takes each step and each recovery code once, however many come at once, and no earlier step', async () => {
    const many = Array.from({ length: 8 })
    const steps = many.map(() => spendStep(vault, ADMIN, { encrypted: first, step: 101 }))
    expect((await Promise.all(steps)).filter(Boolean)).toHaveLength(1)
    expect(await spendStep(vault, ADMIN, { encrypted: first, step: 100 })).toBe(false)
    expect(await spendStep(vault, ADMIN, { encrypted: second, step: 102 })).toBe(false)
    const codes = many.map(() => spendRecoveryCode(vault, ADMIN, 'hash-1'))
    expect((await Promise.all(codes)).filter(Boolean)).toHaveLength(1)
    expect(await spendRecoveryCode(vault, ADMIN + 1, 'hash-2')).toBe(false)
    expect(await countRecoveryCodes(vault, ADMIN)).toBe(1)
  })

  test('has one set of recovery codes, however many replace them at once', async () => {
    const sets = Array.from({ length: 8 }, (_, set) => [`${set}-a`, `${set}-b`])
    await Promise.all(sets.map((hashes) => replaceRecoveryCodes(vault, ADMIN, hashes)))
    expect(await countRecoveryCodes(vault, ADMIN)).toBe(2)
  })

  test('goes without a trace, and takes no recovery codes from then on', async () => {
    expect(await removeFactor(vault, ADMIN)).toBe(true)
    expect(await removeFactor(vault, ADMIN)).toBe(false)
    expect(await replaceRecoveryCodes(vault, ADMIN, CODES)).toBe(false)
    expect(await countRecoveryCodes(vault, ADMIN)).toBe(0)
  })
})
