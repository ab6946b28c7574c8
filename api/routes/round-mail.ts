import { current } from '../../commands/command.ts'
import { commandOnNotices, requireSeasonOf } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { copyPickLink, resendPickLink } from '../../domain/picks/pick-links.ts'
import { player } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { remindByHand } from '../../domain/rounds/asking.ts'
import { linkGeneration } from '../../domain/rounds/round.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { noticesOfRound } from '../../platform/mail/notices.ts'
import { refusedAddresses } from '../../platform/mail/refused-addresses.ts'
import { findRound, pickersOf } from '../../projections/now/rounds.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { mailOutcome, presentNotice } from '../presenters/mails.ts'
import { refusedWith } from '../presenters/players.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function roundMailRoutes(
  app: App,
  services: CommandServices & Pick<Services, 'links' | 'settings'>,
): void {
  const { read, privateSchema, links, settings } = services

  serve(app, 'GET /admin/rounds/{id}/mail', async (request) => {
    const roundId = request.params.id
    const { status, participants } = await roundMail(roundId)
    const notices = await noticesOfRound(privateSchema, roundId)
    const lastMails = new Map(notices.map((notice) => [notice.player_id, presentNotice(notice)]))
    const { notificationsOn } = await currentSettings(read)
    return {
      roundId,
      status,
      delivery: settings.delivery,
      notificationsEnabled: notificationsOn,
      participants: participants.map((participant) => ({
        ...participant,
        lastMail: lastMails.get(participant.id) ?? null,
      })),
    }
  })

  serve(app, 'POST /admin/rounds/{id}/participants/{playerId}/remind', async (request) => {
    const { id, playerId } = request.params
    const { participants } = await roundMail(id)
    const reminded = participants.find((participant) => participant.id === playerId)
    await commandOnNotices(services, contextOf(request), id, (state, inSeason) => {
      const events = remindByHand(state, inSeason, [playerId], request.receivedAt)
      refuseReminder(reminded)
      return events
    })
    return { message: await outcome(`${reminded?.name} gets a reminder by email`) }
  })

  serve(app, 'POST /admin/rounds/{id}/participants/{playerId}/resend-link', async (request) => {
    const { id, playerId } = request.params
    await commandOnNotices(services, contextOf(request), id, async (round, season) => {
      const who = await current(services, player, playerId)
      return resendPickLink({ round, season, player: who, playerId }, request.receivedAt)
    })
    return { message: await outcome('The link is on its way again') }
  })

  // A POST although it reads: the link lets its reader pick as that player, so the log keeps who has seen it.
  serve(app, 'POST /admin/rounds/{id}/participants/{playerId}/link', async (request) => {
    const { id, playerId } = request.params
    await commandOnNotices(services, contextOf(request), id, async (round, season) => {
      const who = await current(services, player, playerId)
      return copyPickLink({ round, season, player: who, playerId }, request.receivedAt)
    })
    const seasonId = await requireSeasonOf(services, id)
    const round = roundIn(await current(services, seasonStream, seasonId), id)
    const generation = 'linksReplaced' in round ? linkGeneration(round.linksReplaced, playerId) : 0
    return { url: links.urlFor({ seasonId, roundId: id, playerId, generation }) }
  })

  async function outcome(sentence: string) {
    const { notificationsOn } = await currentSettings(read)
    return mailOutcome({ notificationsOn, delivery: settings.delivery }, 1, sentence).message
  }

  async function roundMail(roundId: number) {
    const found = await findRound(read, roundId)
    if (found?.round.deletedAt !== null) throw new Refusal('not_found', 'Sport not found')
    const pickers = await pickersOf(read, [found])
    const refusalOf = await refusedAddresses(privateSchema)
    const participants = pickers(found).map(
      ({ player: { playerId: id, name, email, remindersDeclined }, hasPicked }) => ({
        id,
        name,
        hasPicked,
        remindersDeclined,
        hasAddress: email !== null,
        ...refusedWith(refusalOf(email)),
      }),
    )
    return { status: found.round.status, participants }
  }
}

type Reminded = {
  hasPicked: boolean
  hasAddress: boolean
  remindersDeclined: boolean
  mail_refused?: string
}

function refuseReminder(player: Reminded | undefined) {
  if (!player) {
    throw new Refusal('not_found', 'This player is not an active participant of the season')
  }
  if (player.hasPicked) throw new Refusal('wrong_state', 'This player has picked already')
  if (!player.hasAddress) {
    throw new Refusal(
      'wrong_state',
      'This player has no email address. Copy the link and pass it on yourself',
    )
  }
  if (player.mail_refused !== undefined) {
    throw new Refusal(
      'wrong_state',
      'The mail server refused the address of this player. Correct it, or send the link again',
    )
  }
  if (player.remindersDeclined) {
    throw new Refusal('wrong_state', 'This player wants no reminders. You can still send the link again')
  }
}
