import { command } from '../../commands/command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { PLAYER_TOPICS } from '../../domain/mail-topics.ts'
import { declineMail, player, welcomeMail } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { readPeopleLink } from '../answers/linked-people.ts'
import { householdOf, myPage } from '../answers/my-page.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** Opening the page changes nothing, however often: mail scanners open links too. */
export function myPageRoutes(app: App, services: CommandServices & Pick<Services, 'links' | 'boards'>): void {
  const { links } = services

  serve(
    app,
    'GET /me/{token}',
    async (request) => myPage(services, request.params.token, request.receivedAt),
    { onRequest: async (request) => void readPeopleLink(links.me, request.params.token) },
  )

  serve(
    app,
    'PUT /me/{token}/switches',
    async (request) => {
      const { userId, ...wanted } = request.body
      const { here } = await householdOf(services, request.params.token)
      if (!here.some(({ playerId }) => playerId === userId)) throw new Refusal('player-not-found')
      const context = { ...contextOf(request), actor: { kind: 'player', id: userId } } as const
      await command(services, context, player, [userId], (state) =>
        PLAYER_TOPICS.flatMap((topic) => {
          if (wanted[topic] === undefined) return []
          return wanted[topic] ? welcomeMail(state, topic) : declineMail(state, topic)
        }),
      )
      return { message: 'Saved' }
    },
    { onRequest: async (request) => void readPeopleLink(links.me, request.params.token) },
  )
}
