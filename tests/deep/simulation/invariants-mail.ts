import type { HandedOver } from './faulty-mailer.ts'
import type { SeasonRun } from './season-run.ts'
import type { Logged, Truth } from './truth.ts'

const OVER = ['sent', 'failed', 'unconfirmed', 'suppressed', 'skipped']

/** One mail for each recipient and occasion, handed over once, and twice only where nobody knew what became of it. */
export async function mailViolations(run: SeasonRun, truth: Truth): Promise<string[]> {
  const { privateSchema } = run.services
  const mails = await privateSchema.selectFrom('mails').selectAll().execute()
  const readers = await privateSchema
    .selectFrom('notices')
    .select(['player_id', 'position', 'template', 'round_id'])
    .execute()
  const undone = mails
    .filter(({ state }) => !OVER.includes(state))
    .map(({ template, state }) => `A mail '${template}' is still ${state} long after everything works again`)
  return [
    ...undone,
    ...handOverViolations(run.mailer.handedOver),
    ...slotViolations(truth.events),
    ...recipientViolations(readers, truth.events),
  ]
}

function handOverViolations(handedOver: readonly HandedOver[]): string[] {
  const byMail = new Map<string, HandedOver[]>()
  for (const one of handedOver) byMail.set(one.mail.id, [...(byMail.get(one.mail.id) ?? []), one])
  return [...byMail.values()].flatMap((times) => {
    const [first] = times
    const named = `The mail '${first?.mail.template}' to ${first?.mail.recipient_address}`
    if (times.length > 2) return [`${named} was handed over ${times.length} times`]
    if (times.length === 2 && first?.told !== 'unknown') return [`${named} was taken, and handed over again`]
    const late = times.find(({ mail, at }) => mail.useless_at !== null && at >= mail.useless_at)
    return late ? [`${named} was handed over at ${late.at}, and useless since ${late.mail.useless_at}`] : []
  })
}

/** No reminder of a slot goes out twice, by however many jobs. */
function slotViolations(events: readonly Logged[]): string[] {
  const slots = events.flatMap((event) =>
    event.type === 'PlayersReminded' && event.data.kind !== 'by_hand'
      ? [`${event.stream} ${event.data.kind} ${event.data.slot ?? ''}`]
      : [],
  )
  return slots
    .filter((slot, index) => slots.indexOf(slot) !== index)
    .map((slot) => `The reminder ${slot} went out twice`)
}

type Reader = { player_id: number; position: string | null; template: string; round_id: number | null }

/** Who was to be mailed, and has been there all the time, has one mail of that very reminder, and a link to each sport. */
function recipientViolations(readers: readonly Reader[], events: readonly Logged[]): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'PlayersReminded' && event.type !== 'RoundActivated') return []
    if (event.type === 'RoundActivated' && isSealedAndLocked(events, event)) return []
    const steady = event.data.recipients.filter((playerId) => isSteady(events, playerId))
    return steady.flatMap((playerId) => {
      const own = readers.filter(({ player_id }) => player_id === playerId)
      const links = own.filter(
        ({ round_id, template }) => event.data.roundId === round_id && template.startsWith('pick-link'),
      )
      const reminders = own.filter(({ position }) => position === event.position)
      const isMailed = event.type === 'RoundActivated' ? links.length > 0 : reminders.length === 1
      return isMailed
        ? []
        : [
            `${event.type} at ${event.position} has ${links.length} links and ${reminders.length} reminders for player ${playerId}`,
          ]
    })
  })
}

/** A seal replaces the links and brings the new ones, unless the sport has locked when its mails are made. */
const isSealedAndLocked = (
  events: readonly Logged[],
  { stream, position, data }: Extract<Logged, { type: 'RoundActivated' }>,
) =>
  events.some((one) => one.type === 'RoundLocked' && one.data.roundId === data.roundId) &&
  events.some(
    (one) => one.type === 'PicksSealedFromAdmins' && one.stream === stream && one.position > position,
  )

const isSteady = (events: readonly Logged[], playerId: number) =>
  !events.some(
    ({ type, stream, data }) =>
      (stream === `player-${playerId}` && type !== 'PlayerAdded') ||
      (type === 'ParticipantRemoved' && 'playerId' in data && data.playerId === playerId),
  )
