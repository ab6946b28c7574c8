import type { Instant } from '../../../domain/event.ts'
import { comparable } from '../../../domain/names.ts'
import { notices } from '../../../domain/rounds/asking.ts'
import { isDailyToCome } from '../../../domain/rounds/reminders.ts'
import { noticesAbout } from '../../../platform/mail/notices.ts'
import { refusedAddresses } from '../../../platform/mail/refused-addresses.ts'
import { timeOfToday, timeOnDate } from '../../../platform/time/time-zone.ts'
import { playersToRemind, roundsToRemind } from '../../../projections/now/reminders.ts'
import { currentSettings } from '../../../projections/now/settings.ts'
import { findDocuments } from '../../../projections/read-models/find-documents.ts'
import type { EventOf, MailToPlayers, PolicyContext } from './policy.ts'

export async function mailReminders(
  context: PolicyContext,
  event: EventOf<'PlayersReminded'>,
): Promise<MailToPlayers[]> {
  const { kind, recipients, slot, seasonId, roundId } = event.data
  const template = kind === 'final' ? 'final-reminder' : 'reminder'
  const own: MailToPlayers = { template, seasonId, roundId, playerIds: recipients, uselessAt: null }
  if (kind !== 'daily' || slot === undefined) return [own]
  const { reminderGrouping } = await currentSettings(context.read)
  const others = reminderGrouping === 'one_mail' ? await othersOfDay(context, event, slot) : []
  return [own, ...others].map((mail) => ({ ...mail, day: slot }))
}

/** What everybody at the addresses of this reminder has not picked, and would be reminded of later that day. */
async function othersOfDay(
  context: PolicyContext,
  event: EventOf<'PlayersReminded'>,
  day: string,
): Promise<MailToPlayers[]> {
  const { read, privateSchema } = context
  const refusalOf = await refusedAddresses(privateSchema)
  const here = new Set((await addressesOf(read, event.data.recipients)).values())
  const mails: MailToPlayers[] = []
  for (const { roundId, seasonId } of await roundsOfDay(context, event, day)) {
    const missing = await addressesOf(read, await playersToRemind(read, roundId, refusalOf))
    const topic = { template: 'reminder', seasonId, roundId } as const
    const told = (await noticesAbout(privateSchema, topic, ['reminder'])).filter((one) => one.day === day)
    const toldIds = new Set(told.map(({ player_id }) => player_id))
    const playerIds = [...missing].filter(([id, to]) => here.has(to) && !toldIds.has(id)).map(([id]) => id)
    if (playerIds.length > 0) mails.push({ ...topic, playerIds, uselessAt: null })
  }
  return mails
}

/** As it was before this reminder: those that are due at the same moment may be in the log already. */
async function roundsOfDay(
  { read, chronicle }: PolicyContext,
  { position, data, metadata }: EventOf<'PlayersReminded'>,
  day: string,
) {
  const now: Instant = metadata.occurredAt
  const { reminders, rounds } = await roundsToRemind(read, now)
  const found: typeof rounds = []
  for (const round of rounds) {
    const { roundId, timeZone, locksAt, armedAt } = round
    if (roundId === data.roundId) continue
    const { done } = await chronicle.before(notices, [roundId], position)
    const today = timeOfToday(now, timeZone, reminders.dailyAt)
    const times = { settings: reminders, locksAt, armedAt, today }
    if (isDailyToCome(done, times, timeOnDate(day, timeZone, reminders.dailyAt))) found.push(round)
  }
  return found
}

async function addressesOf(
  read: PolicyContext['read'],
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const players = await findDocuments(read, 'player', playerIds)
  return new Map([...players].map(([id, { email }]) => [id, comparable(email ?? '')]))
}
