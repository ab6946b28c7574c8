import { caughtUp } from '../../commands/caught-up.ts'
import { current } from '../../commands/command.ts'
import { pickContext } from '../../commands/lookups.ts'
import { commandOnNotices, requireSeasonOf } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { wantsMail } from '../../domain/mail-topics.ts'
import { copyPickLink, linkGeneration, resendPickLink } from '../../domain/picks/pick-links.ts'
import { player } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { remindByHand } from '../../domain/rounds/asking.ts'
import { loadFrom } from '../../platform/event-store/transact.ts'
import { noticesOfRound } from '../../platform/mail/notices.ts'
import { refusedAddresses } from '../../platform/mail/refused-addresses.ts'
import { playersToRemind } from '../../projections/now/reminders.ts'
import { findRound, pickersOf } from '../../projections/now/rounds.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { mailedTo, mailOutcome } from '../answers/mail-outcome.ts'
import { presentNotice } from '../presenters/mails.ts'
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

  serve(app, 'POST /admin/rounds/{id}/send-reminder', async (request) => {
    let recipients: readonly number[] = []
    await commandOnNotices(services, contextOf(request), request.params.id, async (state, inSeason) => {
      await caughtUp(services)
      recipients = await playersToRemind(read, request.params.id, await refusedAddresses(privateSchema))
      return remindByHand(state, inSeason, recipients, request.receivedAt)
    })
    const { count, message } = await mailedTo(services, recipients, ['gets a reminder', 'get a reminder'])
    return { message, sent: count }
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
    const link = { seasonId: await requireSeasonOf(services, id), roundId: id, playerId }
    const generation = linkGeneration(await pickContext(loadFrom(services.store), link))
    return { url: links.pick.urlFor({ ...link, generation }) }
  })

  async function outcome(sentence: string) {
    return (await mailOutcome(services, 1, sentence)).message
  }

  async function roundMail(roundId: number) {
    const found = await findRound(read, roundId)
    if (found?.round.deletedAt !== null) throw new Refusal('sport-not-found')
    const pickers = await pickersOf(read, [found])
    const refusalOf = await refusedAddresses(privateSchema)
    const participants = pickers(found).map(({ player, hasPicked }) => ({
      id: player.playerId,
      name: player.name,
      hasPicked,
      remindersDeclined: !wantsMail(player, 'reminders'),
      hasAddress: player.email !== null,
      ...refusedWith(refusalOf(player.email)),
    }))
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
  if (!player) throw new Refusal('active-participant-not-found')
  if (player.hasPicked) throw new Refusal('player-has-picked')
  if (!player.hasAddress) throw new Refusal('player-without-address')
  if (player.mail_refused !== undefined) throw new Refusal('player-address-refused')
  if (player.remindersDeclined) throw new Refusal('player-wants-no-reminders')
}
