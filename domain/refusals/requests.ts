import { counted } from '../names.ts'
import type { Refusals } from '../refusal.ts'

type Wait = { waitSeconds: number }

const soon = ({ waitSeconds }: Wait) =>
  `Please try again in ${waitSeconds < 60 ? counted(waitSeconds, 'second') : counted(Math.ceil(waitSeconds / 60), 'minute')}.`

// biome-ignore format: a table reads best as one
export const LIMIT_REFUSALS = {
  'too-many-attempts': ['too_many', (_: Wait) => 'Too many attempts. Please wait a few minutes and try again.'],
  'too-many-login-links': ['too_many', (_: Wait) => 'Too many login requests. Please wait a few minutes and try again.'],
  'too-many-requests': ['too_many', (wait: Wait) => `Too many requests. ${soon(wait)}`],
  'too-many-looks': ['too_many', (wait: Wait) => `The standings were opened too often in a short time. ${soon(wait)}`],
  'too-many-pick-changes': ['too_many', (wait: Wait) => `This pick was changed too often in a short time. ${soon(wait)}`],
  'too-many-reminder-switches': ['too_many', (wait: Wait) => `Reminders were turned on and off too often in a short time. ${soon(wait)}`],
  'too-many-mail-switches': ['too_many', (wait: Wait) => `These mails were turned on and off too often in a short time. ${soon(wait)}`],
} as const satisfies Refusals

/** For those who would wait too long. */
// biome-ignore format: a table reads best as one
export const BUSY_REFUSALS = {
  'server-busy': ['busy', 'The server is very busy right now, and nothing was saved. Please try again in a moment'],
  'past-busy': ['busy', 'Too many people are looking at the past right now. Please try again in a moment'],
  'record-busy': ['busy', 'Too many people are reading the changes right now. Please try again in a moment'],
  'standings-busy': ['busy', 'Too many people are looking at the standings right now. Please try again in a moment'],
} as const satisfies Refusals

/** Requests that no rule of the game refuses: what is wrong with them, or why the server cannot take them now. */
// biome-ignore format: a table reads best as one
export const REQUEST_REFUSALS = {
  'path-unknown': ['not_found', ({ method, path }: { method: string; path: string }) => `There is nothing at ${method} ${path}`],
  'address-invalid': ['invalid', 'The address is not valid'],
  'address-too-long': ['invalid', 'The address is too long'],
  'body-empty': ['invalid', 'The request body is empty'],
  'body-not-json': ['invalid', 'The request body must be JSON'],
  'json-invalid': ['invalid', 'The request body is not valid JSON'],
  'http-invalid': ['invalid', 'The request is not valid HTTP'],
  'headers-too-large': ['invalid', 'The headers of the request are too large'],
  'request-incomplete': ['invalid', 'The request is incomplete'],
  'request-invalid': ['invalid', 'The request is not valid'],
  'request-nested-too-deeply': ['invalid', 'The request is nested too deeply'],
  'request-too-large': ['invalid', 'The request is too large'],
  'request-too-slow': ['invalid', 'The request took too long'],
  'text-not-storable': ['invalid', 'The text contains characters that cannot be stored'],
  'key-invalid': ['invalid', 'The Idempotency-Key must be 1 to 255 visible ASCII characters'],
  'key-under-way': ['wrong_state', 'The first request with this Idempotency-Key is still under way'],
  'key-used': ['key_used', 'This Idempotency-Key was used for another request. Please send a new one'],
  'watchers-too-many': ['busy', 'Too many people are watching right now. Reload the page to see what is new'],
  'server-starting': ['busy', 'The server is getting ready. Please try again in a moment'],
  'server-failed': ['bug', ({ reference }: { reference: string }) => `Something went wrong on the server. Please try again later (reference ${reference})`],
  'database-away': ['busy', 'The server cannot reach its database right now. Please try again in a moment'],
  'disk-full': ['unavailable', 'The disk of the server is full, and nothing was saved. Please tell the person who runs the server'],
  'log-away': ['busy', 'The server cannot reach its event log right now. Please try again in a moment'],
  'log-away-nothing-saved': ['busy', 'The server cannot reach its event log right now, and nothing was saved. Please try again in a moment'],
  'log-away-maybe-saved': ['busy', 'The server cannot reach its event log right now, and this may or may not be saved. Please check before you try again'],
  'log-refuses': ['unavailable', 'The event log refuses the account of this server, and nothing was saved. Please tell the person who runs the server'],
  'log-refuses-rest': ['unavailable', 'The event log refuses the account of this server, and only a part was saved. Please tell the person who runs the server'],
} as const satisfies Refusals
