import type { Instant } from '../../domain/event.ts'
import { LOCALLY } from '../../platform/database/locally.ts'
import type { PrivateSchema } from '../../platform/database/private-schema.ts'
import { later } from '../../platform/time/clock.ts'

export type Guesses = 'passwords' | 'codes'

const FAILURES_MAX = 5
const LOCKED_MS = 15 * 60_000

/** Null while signing in is open. Kept in the database, so that a restart forgets nothing; by address, so that unknown ones answer alike. */
export async function lockedUntil(
  privateSchema: PrivateSchema,
  account: string,
  now: Instant,
): Promise<Instant | null> {
  const row = await privateSchema
    .selectFrom('login_failures')
    .select('last_failed_at')
    .where('address_key', '=', account)
    .where('failures', '>=', FAILURES_MAX)
    .where('last_failed_at', '>', later(now, -LOCKED_MS))
    .executeTakeFirst()
  return row ? later(row.last_failed_at, LOCKED_MS) : null
}

/**
 * Whether this failure locks the account. Failures that are older than a lock lasts are forgotten.
 * @param adminId 0 for a stranger: counting takes no longer for somebody who exists.
 */
export async function recordFailure(
  privateSchema: PrivateSchema,
  { account, adminId, of }: { account: string; adminId: number; of: Guesses },
  now: Instant,
): Promise<boolean> {
  await privateSchema
    .deleteFrom('login_failures')
    .where('last_failed_at', '<=', later(now, -LOCKED_MS))
    .returning(LOCALLY)
    .execute()
  const { failures } = await privateSchema
    .insertInto('login_failures')
    .values({ address_key: account, failures: 1, last_failed_at: now })
    .onConflict((conflict) =>
      conflict.column('address_key').doUpdateSet((eb) => ({
        failures: eb('login_failures.failures', '+', 1),
        last_failed_at: now,
      })),
    )
    .returning(['failures', LOCALLY])
    .executeTakeFirstOrThrow()
  const counted = of === 'codes' ? 'wrong_codes' : 'failures'
  await privateSchema
    .insertInto('failed_sign_ins')
    .values({ admin_id: adminId, failures: 0, wrong_codes: 0, [counted]: 1 })
    .onConflict((conflict) =>
      conflict
        .column('admin_id')
        .doUpdateSet((eb) => ({ [counted]: eb(`failed_sign_ins.${counted}`, '+', 1) })),
    )
    .returning(LOCALLY)
    .execute()
  return failures === FAILURES_MAX
}

export async function forgiveLoginFailures(privateSchema: PrivateSchema, account: string): Promise<void> {
  await privateSchema
    .deleteFrom('login_failures')
    .where('address_key', '=', account)
    .returning(LOCALLY)
    .execute()
}

type Failures = { failures: number; wrongCodes: number }

export async function failuresSinceSignIn(privateSchema: PrivateSchema, adminId: number): Promise<Failures> {
  const row = await privateSchema
    .selectFrom('failed_sign_ins')
    .select(['failures', 'wrong_codes as wrongCodes'])
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return row ?? { failures: 0, wrongCodes: 0 }
}

export async function forgetFailures(
  privateSchema: PrivateSchema,
  adminId: number,
  counted: Failures,
): Promise<void> {
  if (counted.failures + counted.wrongCodes === 0) return
  await privateSchema
    .updateTable('failed_sign_ins')
    .set((eb) => ({
      failures: eb('failures', '-', counted.failures),
      wrong_codes: eb('wrong_codes', '-', counted.wrongCodes),
    }))
    .where('admin_id', '=', adminId)
    .returning(LOCALLY)
    .execute()
}
