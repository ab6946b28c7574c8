import type { FastifyRequest } from 'fastify'
import { askForLatePick } from '../../commands/picks/ask-late.ts'
import { noteRefusedPick } from '../../commands/picks/refused-picks.ts'
import { requestLinks } from '../../commands/picks/request-links.ts'
import { clearPickOf, enterPickFor, saveOwnPick } from '../../commands/picks/save-pick.ts'
import { requireSeasonOf } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { countingGuess } from '../../domain/picks/pick.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { PickLink } from '../../platform/links/links.ts'
import { latePicks } from '../answers/late-picks.ts'
import { openInvitation, ownPick } from '../answers/own-pick.ts'
import { pickStories } from '../answers/pick-stories.ts'
import { presentPicks, presentReceipts, withCodes } from '../presenters/picks.ts'
import { contextOf } from '../server/command-context.ts'
import { leaveLine } from '../server/line.ts'
import { clientAt } from '../server/requests.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

type Uses = CommandServices & Pick<Services, 'links' | 'boards' | 'cache' | 'kysely'>

/** Opening a link changes nothing, however often: mail scanners open links too. */
export function pickRoutes(app: App, services: Uses): void {
  const storyOf = pickStories(services)
  const byOwner = (request: FastifyRequest<{ Params: { token: string } }>) => {
    const link = readLink(services, request.params.token)
    return { link, context: { ...contextOf(request), actor: { kind: 'player', id: link.playerId } as const } }
  }

  serve(
    app,
    'GET /picks/validate/{token}',
    async (request) => {
      const link = readLink(services, request.params.token)
      const invitation = await openInvitation(services, link, request.receivedAt)
      return { valid: true as const, ...invitation }
    },
    { onRequest: async (request) => void readLink(services, request.params.token) },
  )

  serve(
    app,
    'GET /picks/{token}',
    async (request) => {
      const link = readLink(services, request.params.token)
      const own = await ownPick(services, link, request.receivedAt)
      if (request.query.story !== 'true') return own
      // It waits in a line of its own.
      leaveLine(request)
      return { ...own, story: await storyOf(clientAt(request.ip), link, 'owner') }
    },
    { onRequest: async (request) => void readLink(services, request.params.token) },
  )

  serve(
    app,
    'POST /picks/{token}',
    async (request) => {
      const { link, context } = byOwner(request)
      const { saved, versions, eventIds, round } = await saveOwnPick(
        services,
        context,
        link,
        request.body,
      ).catch(async (refused: unknown) => {
        await noteRefusedPick(services, link, refused, request.receivedAt).catch((err) =>
          services.log.warn({ err }, 'a refused pick was not noted'),
        )
        throw refused
      })
      const guess = countingGuess(versions, round)
      return {
        message: 'Your pick is saved',
        pickItems: presentPicks(saved.picks)?.pickItems ?? [],
        ...(guess === null ? {} : { guess }),
        submittedAt: saved.at,
        ...presentReceipts(withCodes({ state: versions, eventIds }), round),
      }
    },
    // Before the body is read: without a link nobody gets that far.
    { onRequest: async (request) => void readLink(services, request.params.token) },
  )

  serve(
    app,
    'POST /picks/{token}/links',
    async (request) => {
      const { link, context } = byOwner(request)
      return {
        message: (await requestLinks(services, context, link))
          ? 'Your links are on their way. Check your inbox in a minute'
          : 'Your links were mailed less than an hour ago. Check your inbox',
      }
    },
    { onRequest: async (request) => void readLink(services, request.params.token) },
  )

  serve(
    app,
    'POST /picks/{token}/ask-late',
    async (request) => {
      const { link, context } = byOwner(request)
      return {
        message: 'The commissioner can see what you asked for. It counts once it is entered',
        askedAt: await askForLatePick(services, context, link, request.body),
      }
    },
    { onRequest: async (request) => void readLink(services, request.params.token) },
  )

  serve(app, 'GET /admin/rounds/{id}/late-picks', ({ params }) => latePicks(services, params.id))

  serve(app, 'GET /public/seasons/{id}/rounds/{roundId}/players/{playerId}', ({ ip, params }) => {
    const { id: seasonId, roundId, playerId } = params
    return storyOf(clientAt(ip), { seasonId, roundId, playerId }, 'everybody')
  })

  serve(app, 'POST /admin/picks', async (request) => {
    const { userId: playerId, roundId, picks, guess } = request.body
    const seasonId = await requireSeasonOf(services, roundId)
    const context = contextOf(request, request.body)
    const link = { seasonId, roundId, playerId }
    if (picks.length === 0) {
      await clearPickOf(services, context, link, guess)
      return { message: 'Pick cleared' }
    }
    await enterPickFor(services, context, link, picks, guess)
    return { message: 'Pick saved' }
  })
}

function readLink({ links }: Uses, token: string): PickLink {
  if (links.pick.wasReplaced(token)) throw new Refusal('link-replaced')
  const link = links.pick.read(token)
  if (link === null) throw new Refusal('pick-link-invalid')
  return link
}
