import { currentSettings } from '../../projections/league/settings.ts'
import type { Services } from '../server/services.ts'

/**
 * How many players are mailed, and what becomes of that, for whoever asked for it.
 * @param sentence where mail goes out.
 */
export async function mailOutcome(
  { read, settings }: Pick<Services, 'read' | 'settings'>,
  count: number,
  sentence: string,
): Promise<{ count: number; message: string }> {
  const { notificationsOn } = await currentSettings(read)
  if (!notificationsOn) return { count: 0, message: 'Email notifications are off: nobody was mailed' }
  if (settings.delivery === 'smtp' || count === 0) return { count, message: sentence }
  const kept = count === 1 ? 'the mail to 1 player is' : `mails to ${count} players are`
  return { count, message: `No mail server is set: ${kept} kept under Mail` }
}
