import { countingPick, enterPick, pick, submitPick } from '#domain/pick'
import { PickLocked, Refusal } from '#domain/refusal'
import { lockInstant, presentRound, round } from '#domain/round'
import { FIRST_ISSUE, type PickLink } from '#platform/pick-link'
import { pickInRest } from '#projections/leaderboard-view'
import type { App } from '../app.ts'
import { command, current } from '../command.ts'
import * as contract from '../contract/picks.ts'
import { Message } from '../contract/schema.ts'
import { pickScene, requireRound } from '../lookups.ts'
import { openInvitation, ownPick } from '../own-pick.ts'
import { receiptsInRest } from '../pick-receipts.ts'
import { HttpRefusal } from '../problems.ts'
import type { Services } from '../services.ts'
import { picksTurn, seasonTurn } from '../turns.ts'

const config = { access: 'public' } as const

/** Opening a link changes nothing, however often: mail scanners open links too. */
export function pickRoutes(app: App, services: Services): void {
  const { turns } = services

  app.get(
    '/picks/validate/:token',
    { config, schema: { params: contract.PickToken, response: { 200: contract.PickInvitation } } },
    async (request) => {
      const link = readLink(services, request.params.token)
      const invitation = await openInvitation(services, link, request.receivedAt)
      return { valid: true as const, ...invitation }
    },
  )

  app.get(
    '/picks/:token',
    {
      config,
      onRequest: async (request) => {
        if (services.links.wasReplaced(request.params.token))
          throw new HttpRefusal(410, 'This link was replaced by a newer one')
        readLink(services, request.params.token)
      },
      schema: { params: contract.PickToken, response: { 200: contract.OwnPick } },
    },
    async (request) => ownPick(services, readLink(services, request.params.token), request.receivedAt),
  )

  app.post(
    '/picks/:token',
    {
      config,
      // Before the body is read: without a link nobody gets that far.
      onRequest: async (request) => void readLink(services, request.params.token),
      schema: { params: contract.PickToken, body: contract.PickBody, response: { 200: contract.PickSaved } },
    },
    async (request) => {
      const link = readLink(services, request.params.token)
      const { roundId, playerId } = link
      request.actor = { kind: 'player', id: playerId }
      const [{ state, eventIds }, decided] = await turns.together(request, picksTurn(roundId), () => {
        // Read with the pick itself, in one question.
        const scene = pickScene(services, link)
        const saved = command(services, request, pick, [roundId, playerId], async (versions) =>
          submitPick(versions, await scene, request.body.picks, request.receivedAt),
        )
        return Promise.all([saved, scene])
      })
      // Deleted since or not: what was saved is answered as saved.
      const since = await current(services, round, roundId)
      const lockedAt = lockInstant('locksAt' in since ? since : presentRound(decided.round))
      const saved = countingPick(state, lockedAt)
      if (!saved || request.receivedAt >= lockedAt) {
        throw new PickLocked(roundId)
      }
      return {
        message: 'Your pick is saved',
        pickItems: pickInRest(saved.picks)?.pickItems ?? [],
        submittedAt: saved.at,
        ...receiptsInRest(state, eventIds, lockedAt),
      }
    },
  )

  app.post(
    '/admin/picks',
    { config: { access: 'admin' }, schema: { body: contract.EnterPickBody, response: { 200: Message } } },
    async (request) => {
      const { userId: playerId, roundId, picks, reason } = request.body
      request.reason = reason ?? null
      const { seasonId } = await requireRound(services, roundId)
      // Nothing is scored or ended meanwhile: no pick comes behind the completion that should have counted it.
      const enter = async () => {
        const scene = await pickScene(services, { roundId, playerId })
        await command(services, request, pick, [roundId, playerId], (versions) =>
          enterPick(versions, scene, picks, request.receivedAt),
        )
      }
      await turns.together(request, picksTurn(roundId), () =>
        turns.alone(request, seasonTurn(seasonId), enter),
      )
      return { message: 'Pick saved' }
    },
  )
}

/** Throws Refusal not_found for anything that is not a link of this server. */
function readLink({ links }: Services, token: string): PickLink {
  const link = links.read(token)
  if (link?.issue !== FIRST_ISSUE) throw new Refusal('not_found', 'Invalid or expired link')
  return link
}
