import { Refusal } from '../../domain/refusal.ts'
import { provenHeads } from '../../platform/integrity/proven-heads.ts'
import { lockedSports } from '../../projections/record/locked-sports.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

const LOCKS_MAX = 10

type Uses = Pick<Services, 'read' | 'kysely' | 'rawEventStore' | 'clock'>

export function sealRoutes(app: App, { read, kysely, rawEventStore, clock }: Uses): void {
  const heads = provenHeads({ kysely, store: rawEventStore, clock })

  serve(app, 'GET /public/seals/{head}', async ({ params }) => {
    const found = await heads.find(params.head.toLowerCase())
    if (!found) throw new Refusal('seal-not-found')
    const { locks, ...seal } = found
    return { ...seal, locks: await lockedSports({ read, kysely }, locks, LOCKS_MAX) }
  })
}
