import { currentSettings } from '../../projections/now/settings.ts'
import type { Services } from '../server/services.ts'

type Uses = Pick<Services, 'read' | 'settings'>
type Outcome = { count: number; message: string }

/** To how many mail goes after a command, and what the admin hears of it. */
export async function mailOutcome(
  { read, settings }: Uses,
  count: number,
  sentence: string,
): Promise<Outcome> {
  const { notificationsOn } = await currentSettings(read)
  if (!notificationsOn) return { count: 0, message: 'Email notifications are off: nobody was mailed' }
  if (settings.delivery === 'smtp' || count === 0) return { count, message: sentence }
  const kept = count === 1 ? 'the mail to 1 player is' : `mails to ${count} players are`
  return { count, message: `No mail server is set: ${kept} kept under Mail` }
}

export const mailedTo = (
  services: Uses,
  { length: count }: readonly number[],
  [one, many]: [one: string, many: string],
): Promise<Outcome> =>
  mailOutcome(services, count, count === 1 ? `1 player ${one} by email` : `${count} players ${many} by email`)
