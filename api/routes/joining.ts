import { command, current } from '../../commands/command.ts'
import {
  acceptRequest,
  askToJoin,
  confirmJoin,
  declineRequest,
  samePerson,
} from '../../commands/joining/join-season.ts'
import type { UnderNewId } from '../../commands/players.ts'
import type { CommandServices } from '../../commands/services.ts'
import { isEmailAddress } from '../../domain/admins/email-address.ts'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import { closeJoinLink, joinTerms, openJoinLink } from '../../domain/seasons/join-link.ts'
import { isPlayed, presentSeason, rulesInForce, type Season } from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { requestsToDecide } from '../../platform/database/join-requests.ts'
import { resolveTime } from '../../platform/time/time-zone.ts'
import { invitedParticipants } from '../../projections/now/participants.ts'
import { findDocuments, listDocuments } from '../../projections/read-models/find-documents.ts'
import { underNewId } from '../idempotency/idempotency.ts'
import { PLACEHOLDER_DOMAIN } from '../presenters/players.ts'
import { sentencesOfRules } from '../presenters/rules.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

type Uses = CommandServices & Pick<Services, 'links' | 'settings'>

const ASKED = 'Thank you. An admin decides who joins'
const MAIL_COMES = 'Thank you. We have mailed you a link: open it within 24 hours to confirm your address'

/** Opening a link changes nothing: mail scanners open links too. */
export function joiningRoutes(app: App, services: Uses): void {
  const { read, privateSchema, links, settings } = services
  const confirms = settings.delivery === 'smtp'
  const newPlayerId: UnderNewId = (add) => underNewId(services, { claim: null }, 'player', add)

  serve(app, 'POST /admin/seasons/{id}/join-link', async (request) => {
    const { body, params, receivedAt } = request
    if (body.approval === 'open' && !confirms) throw new Refusal('join-needs-mail')
    const { timeZone } = await services.settingsNow()
    const until = body.until ? resolveTime(body.until, timeZone, { name: 'The time', field: 'until' }) : null
    const terms = { approval: body.approval, until }
    const { state } = await command(services, contextOf(request), seasonStream, [params.id], ({ season }) =>
      openJoinLink(season, terms, receivedAt),
    )
    return { message: 'The join link is open', ...linkOf(state.season) }
  })

  serve(app, 'DELETE /admin/seasons/{id}/join-link', async (request) => {
    await command(services, contextOf(request), seasonStream, [request.params.id], ({ season }) =>
      closeJoinLink(season),
    )
    return { message: 'The join link is closed' }
  })

  serve(app, 'GET /admin/seasons/{id}/join-link', async ({ params, receivedAt }) => {
    const { season } = await current(services, seasonStream, params.id)
    const requests = await requestsToDecide(privateSchema, receivedAt)
    const waiting = requests.filter(({ season_id }) => season_id === params.id).length
    return { ...linkOf(season), waiting }
  })

  serve(app, 'GET /public/join/{token}', async ({ params, receivedAt }) => {
    const { found, terms } = await invitedBy(params.token, receivedAt)
    const { seasonId, name: seasonName, commissioner } = found.season
    return {
      ...{ seasonId, seasonName, commissioner, confirms },
      ...{ approval: terms.approval, until: terms.until },
      playerCount: (await invitedParticipants(read, found)).length,
      rules: sentencesOfRules(found, rulesInForce(found.season, await services.settingsNow())),
    }
  })

  serve(app, 'POST /public/join/{token}', async (request, reply) => {
    const { params, body, receivedAt } = request
    const { name, email } = body
    const { found, terms } = await invitedBy(params.token, receivedAt)
    if (!isEmailAddress(email) || email.toLowerCase().endsWith(`@${PLACEHOLDER_DOMAIN}`)) {
      throw new Refusal('email-invalid', { field: 'email' })
    }
    const { seasonId: season_id, name: seasonName } = found.season
    const asking = { season_id, seasonName, generation: terms.generation, name, email }
    await askToJoin(services, asking, confirms, receivedAt)
    return reply.code(202).send({ message: confirms ? MAIL_COMES : ASKED })
  })

  serve(app, 'POST /public/join-confirmations', async (request) => {
    const { body } = request
    const { seasonId, isJoining } = await confirmJoin(services, contextOf(request), body.token, newPlayerId)
    const message = isJoining ? 'You take part' : 'Your address is confirmed. An admin decides who joins'
    return { message, seasonId, joined: isJoining }
  })

  serve(app, 'GET /admin/join-requests', async ({ receivedAt }) => {
    const requests = await requestsToDecide(privateSchema, receivedAt)
    const seasons = await findDocuments(
      read,
      'season',
      requests.map(({ season_id }) => season_id),
    )
    const players = requests.length === 0 ? new Map() : await listDocuments(read, 'player')
    return requests.flatMap(({ id, season_id, name, email, person, token_hash, asked_at }) => {
      const season = seasons.get(season_id)?.season
      if (!season || !isPlayed(season)) return []
      const player = samePerson(players, person)
      return {
        ...{ id, seasonId: season_id, seasonName: season.name, name, email, askedAt: asked_at },
        confirmed: token_hash !== null,
        player: player
          ? { id: player.playerId, name: player.name, isActive: player.status === 'active' }
          : null,
      }
    })
  })

  serve(app, 'POST /admin/join-requests/{id}/accept', async (request) => {
    const { id } = request.params
    const { playerId, name } = await acceptRequest(services, contextOf(request), id, newPlayerId)
    return { message: `${name} takes part`, userId: playerId }
  })

  serve(app, 'POST /admin/join-requests/{id}/decline', async (request) => {
    await declineRequest(services, contextOf(request), request.params.id)
    return { message: 'Request declined' }
  })

  function linkOf(season: Season) {
    const { seasonId, joinLink } = presentSeason(season)
    if (joinLink === null) throw new Refusal('join-link-not-open')
    const { generation, approval, until } = joinLink
    return { url: links.join.urlFor({ seasonId, generation }), approval, until }
  }

  async function invitedBy(token: string, now: Instant) {
    if (links.join.wasReplaced(token)) throw new Refusal('join-link-closed')
    const link = links.join.read(token)
    if (link === null) throw new Refusal('join-link-invalid')
    const found = await current(services, seasonStream, link.seasonId)
    const terms = joinTerms(found.season, link.generation, now)
    if (terms === null) throw new Refusal('join-link-closed')
    return { found: { ...found, season: presentSeason(found.season) }, terms }
  }
}
