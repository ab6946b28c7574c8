import type { Instant } from '../../domain/event.ts'
import { askLate, lateRequest } from '../../domain/picks/late-request.ts'
import { pick } from '../../domain/picks/pick.ts'
import { Refusal } from '../../domain/refusal.ts'
import { loadAsOf } from '../../platform/event-store/transact.ts'
import type { PickLink } from '../../platform/links/links.ts'
import { command } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { pickContext } from '../lookups.ts'
import { lockIfDue } from '../rounds/lock-round.ts'
import type { CommandServices } from '../services.ts'

/** Looks for a result once more when the request is in the log: of the two, the first one counts. */
export async function askForLatePick(
  services: CommandServices,
  context: CommandContext,
  link: PickLink,
  body: { picks: readonly string[]; guess?: number },
): Promise<Instant> {
  const { seasonId, roundId, playerId } = link
  const askedAt = context.receivedAt
  await lockIfDue(services, roundId, seasonId)
  const { state, lastIds } = await command(
    services,
    context,
    pick,
    [roundId, playerId],
    async (before, load) => askLate(before, await pickContext(load, link), { ...body, askedAt }),
  )
  const request = lateRequest(state, await pickContext(loadAsOf(services.store, lastIds), link))
  if (!request) throw new Refusal('late-pick-after-result')
  return request.at
}
