import type { Refusals } from '../refusal.ts'

type Hours = { min: number; max: number }

/** The settings, the hall of fame, the history, the mail and the server of a league. */
// biome-ignore format: a table reads best as one
export const LEAGUE_REFUSALS = {
  'id-in-use': ['busy', ({ kind, id }: { kind: string; id: number }) => `The number ${id} belongs to another ${kind}. Please try again`],
  'changed-since-preview': ['outdated', 'Something has changed since this preview. Please look at the new one'],
  'standings-behind': ['busy', 'The standings are not up to date yet. Please try again in a moment'],
  'first-reminder-hours': ['invalid', ({ min, max }: Hours) => `First reminder must be between ${min} and ${max} hours before lock time`],
  'final-reminder-hours': ['invalid', ({ min, max }: Hours) => `Final reminder must be between ${min} and ${max} hours before lock time`],
  'reminder-order': ['invalid', 'First reminder must be more hours before lock time than final reminder'],
  'champion-not-found': ['not_found', 'Champion not found'],
  'champion-unnamed': ['invalid', 'Please enter a name or choose a player', 'name'],
  'champion-already': ['taken', ({ champion, year }: { champion: string; year: number }) => `${champion} is champion of ${year} already`],
  'event-not-found': ['not_found', 'This event does not exist'],
  'message-not-found': ['not_found', 'There is no such message'],
  'message-gone-out': ['wrong_state', 'It has gone out'],
  'message-for-nobody': ['wrong_state', 'Nobody would get this message: choose players who have an address and take messages'],
  'message-without-sport': ['invalid', 'Choose the sport whose picks you mean', 'roundId'],
  'message-subject-lines': ['invalid', 'The subject must be one line', 'subject'],
  'message-to-strangers': ['invalid', ({ names }: { names: string[] }) => `Not active in this season: ${names.join(', ')}`, 'playerIds'],
  'mail-not-found': ['not_found', 'There is no such mail'],
  'mail-off': ['wrong_state', 'Email notifications are off. Turn them on first'],
  'mail-too-late': ['wrong_state', 'It is too late for this mail'],
  'mail-not-to-resend': ['wrong_state', 'Only a mail to players that was not sent can be sent again'],
  'mail-preview-expired': ['not_found', 'This preview has expired. Open the mail again'],
  'test-mail-failed': ['mail_refused', 'Failed to send test email. Check your SMTP configuration.'],
  'receipt-not-found': ['not_found', 'There is no receipt with this code'],
  'seal-not-found': ['not_found', 'No seal of this league begins with these digits'],
  'operation-running': ['wrong_state', 'Another operation is running. Wait until it ends'],
  'operation-elsewhere': ['wrong_state', 'Another process is running an operation. Wait until it ends'],
  'backup-folder-missing': ['wrong_state', 'Backups need a folder. Set BACKUP_DIR'],
  'backup-not-found': ['not_found', 'There is no such backup'],
  'export-reveals-picks': ['wrong_state', ({ sports }: { sports: string[] }) => `The export would reveal picks hidden from admins. Try again after the lock time of these sports: ${sports.join(', ')}`],
  'sample-data-there': ['wrong_state', 'Sample data is there already. Delete it first'],
  'dev-tools-off': ['not_found', 'The dev tools are not enabled'],
  'person-erased': ['not_found', 'This person was erased'],
} as const satisfies Refusals
