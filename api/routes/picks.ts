import { countingPick, enterPick, pick, pickableRound, submitPick } from '#domain/pick'
import { PickLocked, Refusal } from '#domain/refusal'
import { lockInstant, presentRound, round, statusAt } from '#domain/round'
import { FIRST_ISSUE, type PickLink } from '#platform/pick-link'
import { loadWithIds } from '#platform/transact'
import { pickInRest } from '#projections/leaderboard-view'
import type { App } from '../app.ts'
import { command, current } from '../command.ts'
import * as contract from '../contract/picks.ts'
import { Message } from '../contract/schema.ts'
import { pickScene, requireRound } from '../lookups.ts'
import { receiptsInRest } from '../pick-receipts.ts'
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
      const scene = await pickScene(services, link)
      const round = pickableRound(scene, request.receivedAt)
      const versions = await loadWithIds(services.store, pick, link.roundId, link.playerId)
      const lockedAt = lockInstant(round)
      return {
        valid: true as const,
        user: { id: link.playerId, name: 'name' in scene.player ? scene.player.name : '' },
        round: {
          id: round.roundId,
          sportName: round.sportName,
          pickType: round.pickType,
          numWriteInPicks: round.pickType === 'multiple' ? round.picksMax : null,
          lockTime: round.locksAt,
          timezone: round.timeZone,
          status: statusAt(round, request.receivedAt),
          seasonName: 'name' in scene.season ? scene.season.name : '',
        },
        teams: [...round.teams],
        currentPick: pickInRest(countingPick(versions.state, lockedAt)?.picks ?? null),
        serverTime: request.receivedAt,
        ...receiptsInRest(versions.state, versions.eventIds, lockedAt),
      }
    },
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
