import { requireSeason } from '../../commands/lookups.ts'
import { keptRecord } from '../../projections/record/public-record.ts'
import { type RecordPage, recordPage } from '../../projections/record/record-pages.ts'
import type { Services } from '../server/services.ts'
import { oneAtATime } from './one-at-a-time.ts'

export function recordPages(services: Pick<Services, 'read' | 'store' | 'cache'>) {
  const limited = oneAtATime('record-busy')

  /** Throws Refusal not_found. */
  return async (client: string, seasonId: number, before: string | undefined): Promise<RecordPage> => {
    await requireSeason(services.read, seasonId)
    const record = await keptRecord(services, seasonId)
    return limited(client, () => recordPage(services, seasonId, record, before))
  }
}
