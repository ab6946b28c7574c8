import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionEpoch } from '../../commands/accounts/credentials.ts'
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
} from '../../commands/accounts/second-factor-rows.ts'
import { openPrivateSchema, type PrivateSchema } from '../../platform/database/private-schema.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import type { LogForTest } from '../support/log.ts'

const ADMIN = 7
const [first, second] = [Buffer.from('of the first phone'), Buffer.from('of the second phone')]
const CODES = ['hash-1', 'hash-2']

onBothDatabases('what is kept of a second factor', (makeLog) => {
  let log: LogForTest
  let privateSchema: PrivateSchema
  beforeAll(async () => {
    log = await makeLog()
    privateSchema = openPrivateSchema(log.database.kysely)
  })
  afterAll(() => log?.close())

  test('is on once it is proven, and ends every session with that', async () => {
    await beginFactor(privateSchema, ADMIN, first)
    expect(await findSecret(privateSchema, ADMIN)).toBeNull()
    const epoch = await sessionEpoch(privateSchema, ADMIN)
    const turnedOn = { pending: first, step: 100, codeHashes: CODES }
    expect(await turnOnFactor(privateSchema, ADMIN, turnedOn)).toBe(true)
    expect(await turnOnFactor(privateSchema, ADMIN, turnedOn)).toBe(false)
    expect(await findSecret(privateSchema, ADMIN)).toEqual(first)
    expect(await findPendingSecret(privateSchema, ADMIN)).toBeNull()
    expect(await sessionEpoch(privateSchema, ADMIN)).toBe(epoch + 1)
  })

  test('takes each step and each recovery code once, however many come at once, and no earlier step', async () => {
    const many = Array.from({ length: 8 })
    const steps = many.map(() => spendStep(privateSchema, ADMIN, { encrypted: first, step: 101 }))
    expect((await Promise.all(steps)).filter(Boolean)).toHaveLength(1)
    expect(await spendStep(privateSchema, ADMIN, { encrypted: first, step: 100 })).toBe(false)
    expect(await spendStep(privateSchema, ADMIN, { encrypted: second, step: 102 })).toBe(false)
    const codes = many.map(() => spendRecoveryCode(privateSchema, ADMIN, 'hash-1'))
    expect((await Promise.all(codes)).filter(Boolean)).toHaveLength(1)
    expect(await spendRecoveryCode(privateSchema, ADMIN + 1, 'hash-2')).toBe(false)
    expect(await countRecoveryCodes(privateSchema, ADMIN)).toBe(1)
  })

  test('has one set of recovery codes, however many replace them at once', async () => {
    const sets = Array.from({ length: 8 }, (_, set) => [`${set}-a`, `${set}-b`])
    await Promise.all(sets.map((hashes) => replaceRecoveryCodes(privateSchema, ADMIN, hashes)))
    expect(await countRecoveryCodes(privateSchema, ADMIN)).toBe(2)
  })

  test('goes without a trace, and takes no recovery codes from then on', async () => {
    expect(await removeFactor(privateSchema, ADMIN)).toBe(true)
    expect(await removeFactor(privateSchema, ADMIN)).toBe(false)
    expect(await replaceRecoveryCodes(privateSchema, ADMIN, CODES)).toBe(false)
    expect(await countRecoveryCodes(privateSchema, ADMIN)).toBe(0)
  })
})
