import { readReceiptCode } from '../../domain/picks/receipt.ts'
import { Refusal } from '../../domain/refusal.ts'
import { zoneOffsets } from '../../platform/time/time-zone.ts'
import { findReceipt } from '../../projections/record/receipts.ts'
import { msBetween } from '../presenters/picks.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** A code tells when the pick was saved; what was picked, only once nobody can pick any more. */
export function receiptRoutes(app: App, services: Pick<Services, 'read' | 'store' | 'kysely'>): void {
  serve(app, 'GET /public/receipts/{code}', async (request) => {
    const code = readReceiptCode(request.params.code)
    const receipt = code && (await findReceipt(services, code))
    if (!receipt) throw new Refusal('receipt-not-found')
    const { lockInstant, timeZone, picks, guess, of, ...rest } = receipt
    return {
      ...rest,
      lockTime: lockInstant,
      timezone: timeZone,
      offsets: zoneOffsets(
        timeZone,
        receipt.savedAt,
        lockInstant,
        receipt.supersededBy?.savedAt ?? lockInstant,
      ),
      beforeLockMs: msBetween(receipt.savedAt, lockInstant),
      picks: picks && [...picks],
      ...(guess === null ? {} : { guess }),
      ...(request.query.story === 'true' ? { pick: of } : {}),
    }
  })
}
