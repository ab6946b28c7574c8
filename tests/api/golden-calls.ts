import { TOTP } from 'otpauth'
import type { EndpointName } from '../../api/contract/endpoints.ts'
import type { RoundBody } from '../../api/contract/rounds.ts'
import { eventually } from '../support/eventually.ts'
import { type Answer, done, type Http } from '../support/http.ts'
import { FAMILY_CUP } from '../support/league/examples.ts'
import { linksOf } from '../support/league/over-http.ts'
import { JWT_SECRET, type RunningLeague } from '../support/league/running.ts'

/** What earlier answers told, for the calls behind them. */
export type Known = {
  league: RunningLeague
  admin: number
  pickToken: string
  pageToken: string
  /** Of the own pick. */
  receipt: string
  /** The first digits, as a mail about a lock has them. */
  head: string
  /** The id of some event. */
  event: string
  signInToken: string
  /** Another one than that of the calls. */
  session: string
  resetToken: string
  /** Of the second factor. */
  secret: string
  challenge: string
  /** How many mails there must be. */
  mails: number
  /** How many get each mail about our own sport. */
  invited: number
  mailId: string
  /** At the end. */
  player: number
  lastSeason: number
  joinToken: string
  /** To join. */
  request: string
  /** In the last season. */
  drafts: number[]
}

/** An answer, and the body that asked for it. */
export type Asked = Answer & { sent: unknown }

export type GoldenCall = {
  /** As in the list of all calls. */
  call: EndpointName
  path?: string | ((known: Known) => string)
  body?: unknown | ((known: Known) => unknown)
  /** Who asks, where it is not the main admin. */
  as?: 'visitor'
  /** Asked again until then, for what goes on behind the answers. */
  until?: (answer: Answer) => boolean
  /** What later calls need to know. */
  learn?: (answer: Answer, known: Known) => Promise<void> | void
}

/** The small season that is there at first: the players 1 to 5, three sports that are over, then two open ones. */
const SMALL_SEASON = 1
const SCORED = 1
const OWN_SEASON = 2
const OWN_ROUND = 6
const OWN_PLAYER = 6
const OWN_RULES = {
  points: { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 },
  ...{ noPick: -2, dropWorst: 1, tieBreak: ['round_wins', 'countback', 'fewest_missed'] },
}
const DINNER = { subject: 'Dinner on Friday', text: 'We meet at seven.\nBring a cake.' }
const LOCK_TIME = '2027-03-01T19:30'

const PLAYERS = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve']

/** What each player picks, and the teams in the order of the result. */
type Played = { values: Partial<RoundBody>; teams: readonly string[]; picks: readonly (readonly string[])[] }

const OVER: readonly Played[] = [
  {
    values: { sportName: 'Football' },
    teams: ['Reds', 'Blues', 'Greens', 'Golds', 'Whites', 'Blacks'],
    picks: [['Reds'], ['Blues'], ['Greens'], ['Blacks']],
  },
  {
    values: { sportName: 'Cycling' },
    teams: ['Ada', 'Ben', 'Kit', 'Max'],
    picks: [['Kit'], ['Ada'], ['Kit'], ['Ada'], ['Ben']],
  },
  {
    values: { sportName: 'Skating' },
    teams: ['Mia', 'Noa'],
    picks: [[], ['Noa'], [], ['Mia'], ['Mia']],
  },
]
const OPEN: readonly Played[] = [
  { values: { sportName: 'Chess' }, teams: ['White', 'Black'], picks: [['Black'], ['White']] },
  {
    values: { sportName: 'Oscars', pickType: 'multiple', numWriteInPicks: 2 },
    ...{ teams: [], picks: [['Hamnet', 'Sinners'], [], [], ['Hamnet']] },
  },
]

// biome-ignore format: calls that follow each other read best line by line
export const GOLDEN_CALLS: readonly GoldenCall[] = [
  { call: 'GET /public/settings', as: 'visitor' },
  { call: 'GET /public/config', as: 'visitor' },
  { call: 'GET /public/seasons', as: 'visitor' },
  { call: 'GET /public/seasons/default', as: 'visitor' },
  { call: 'GET /public/leaderboard/season/{id}', path: '/public/leaderboard/season/1', as: 'visitor' },
  { call: 'GET /public/leaderboard/season/{id}/graph', path: '/public/leaderboard/season/1/graph', as: 'visitor' },
  { call: 'GET /admin/health', until: ({ body }) => body.outbox.queued === 0 && body.lag.events === 0 },
  { call: 'GET /health', as: 'visitor' },
  { call: 'GET /health/live', as: 'visitor' },
  { call: 'GET /health/ready', as: 'visitor' },
  { call: 'GET /public/live', as: 'visitor' },

  { call: 'GET /admin/users' },
  { call: 'POST /admin/users', body: { name: 'Zoe', email: '' } },
  { call: 'PUT /admin/users/{id}', path: `/admin/users/${OWN_PLAYER}`, body: { name: 'Zoë', email: 'zoe@example.com' } },
  { call: 'GET /admin/users/{id}/has-data', path: '/admin/users/1/has-data' },
  { call: 'POST /admin/users/{id}/deactivate', path: `/admin/users/${OWN_PLAYER}/deactivate` },
  { call: 'POST /admin/users/{id}/reactivate', path: `/admin/users/${OWN_PLAYER}/reactivate` },
  { call: 'POST /admin/users/{id}/replace-links', path: `/admin/users/${OWN_PLAYER}/replace-links`, body: { reason: 'A mail was forwarded' } },

  { call: 'POST /admin/seasons', body: { name: 'Own Season', yearStart: 2027, yearEnd: 2028, commissioner: 'Connie', isDefault: true, participantIds: [1, 2] } },
  { call: 'PUT /admin/seasons/{id}', path: `/admin/seasons/${OWN_SEASON}`, body: { name: 'Our Season', yearStart: 2027, yearEnd: 2027 } },
  { call: 'PUT /admin/seasons/{id}/toggle-active', path: `/admin/seasons/${SMALL_SEASON}/toggle-active`, learn: (_, known) => mailed(known, PLAYERS.length) },
  { call: 'GET /admin/seasons' },
  { call: 'GET /admin/seasons/default' },
  { call: 'POST /admin/season-participants/{seasonId}/participants', path: `/admin/season-participants/${OWN_SEASON}/participants`, body: { userId: OWN_PLAYER } },
  { call: 'POST /admin/season-participants/{seasonId}/participants/bulk', path: `/admin/season-participants/${OWN_SEASON}/participants/bulk` },
  { call: 'GET /admin/history', path: `/admin/history?season=${OWN_SEASON}&kind=seasons&per=command`, learn: ({ body }, known) => { known.event = body.entries.find(({ count }: { count?: number }) => count).eventId } },
  { call: 'GET /admin/history/{eventId}/undo-all', path: ({ event }) => `/admin/history/${event}/undo-all` },
  { call: 'DELETE /admin/season-participants/{seasonId}/participants/{userId}', path: `/admin/season-participants/${OWN_SEASON}/participants/5` },
  { call: 'GET /admin/season-participants/{seasonId}', path: `/admin/season-participants/${OWN_SEASON}` },

  { call: 'POST /admin/rounds', body: { seasonId: OWN_SEASON, sportName: 'Sailing', pickType: 'single', lockTime: LOCK_TIME, timezone: 'Europe/Berlin', teams: ['Port', 'Starboard'], emailMessage: 'Ahoy' } },
  { call: 'PUT /admin/rounds/{id}', path: `/admin/rounds/${OWN_ROUND}`, body: { sportName: 'Regatta' } },
  { call: 'POST /admin/rounds/{id}/teams', path: `/admin/rounds/${OWN_ROUND}/teams`, body: { teams: ['Bow'] } },
  { call: 'GET /admin/rounds/{id}', path: `/admin/rounds/${OWN_ROUND}` },
  { call: 'DELETE /admin/rounds/{id}/teams', path: `/admin/rounds/${OWN_ROUND}/teams` },
  { call: 'POST /admin/rounds/{id}/soft-delete', path: `/admin/rounds/${OWN_ROUND}/soft-delete` },
  { call: 'GET /admin/rounds/season/{id}/deleted', path: `/admin/rounds/season/${OWN_SEASON}/deleted` },
  { call: 'POST /admin/rounds/{id}/restore', path: `/admin/rounds/${OWN_ROUND}/restore` },
  { call: 'POST /admin/rounds/{id}/teams', path: `/admin/rounds/${OWN_ROUND}/teams`, body: { teams: ['Port', 'Starboard'] } },
  { call: 'POST /admin/rounds/{id}/activate', path: `/admin/rounds/${OWN_ROUND}/activate`, learn: ({ body }, known) => { known.invited = body.userCount; return mailed(known, body.userCount) } },
  { call: 'GET /picks/validate/{token}', path: ({ pickToken }) => `/picks/validate/${pickToken}`, as: 'visitor' },
  { call: 'POST /picks/{token}', path: ({ pickToken }) => `/picks/${pickToken}`, body: { picks: [' Port '] }, as: 'visitor', learn: ({ body }, known) => { known.receipt = body.receipt.code } },
  { call: 'POST /picks/{token}/links', path: ({ pickToken }) => `/picks/${pickToken}/links`, as: 'visitor', learn: (_, known) => mailed(known, 1) },
  { call: 'GET /public/receipts/{code}', path: ({ receipt }) => `/public/receipts/${receipt}`, as: 'visitor' },
  { call: 'POST /admin/picks', body: { userId: 2, roundId: OWN_ROUND, picks: ['Starboard'], reason: 'By phone' } },
  { call: 'POST /admin/rounds/{id}/send-reminder', path: `/admin/rounds/${OWN_ROUND}/send-reminder`, learn: ({ body }, known) => mailed(known, body.sent) },
  { call: 'POST /admin/rounds/{id}/participants/{playerId}/remind', path: `/admin/rounds/${OWN_ROUND}/participants/3/remind`, learn: (_, known) => mailed(known, 1) },
  { call: 'POST /admin/rounds/{id}/participants/{playerId}/resend-link', path: `/admin/rounds/${OWN_ROUND}/participants/1/resend-link`, learn: (_, known) => mailed(known, 1) },
  { call: 'POST /admin/previews/message', body: { seasonId: OWN_SEASON, audience: 'not_picked', roundId: OWN_ROUND, ...DINNER } },
  { call: 'POST /admin/messages', body: { seasonId: OWN_SEASON, audience: 'all', ...DINNER, replyTo: true } },
  { call: 'POST /admin/messages/{id}/withdraw', path: '/admin/messages/1/withdraw' },
  { call: 'POST /admin/rounds/{id}/participants/{playerId}/link', path: `/admin/rounds/${OWN_ROUND}/participants/1/link` },
  { call: 'GET /admin/rounds/{id}/mail', path: `/admin/rounds/${OWN_ROUND}/mail` },
  { call: 'POST /admin/rounds/{id}/lock', path: `/admin/rounds/${OWN_ROUND}/lock`, learn: (_, known) => mailed(known, known.invited) },
  { call: 'POST /picks/{token}/ask-late', path: ({ league }) => `/picks/${league.tokenFor(OWN_ROUND, 3, OWN_SEASON)}/ask-late`, body: { picks: ['Port'] }, as: 'visitor' },
  { call: 'GET /admin/rounds/{id}/late-picks', path: `/admin/rounds/${OWN_ROUND}/late-picks` },
  { call: 'POST /admin/previews/rounds/{id}/complete', path: `/admin/previews/rounds/${OWN_ROUND}/complete`, body: { firstPlaceTeam: 'Starboard' } },
  { call: 'POST /admin/rounds/{id}/complete', path: `/admin/rounds/${OWN_ROUND}/complete`, body: { firstPlaceTeam: 'Port', secondPlaceTeam: 'Starboard' }, learn: (_, known) => mailed(known, known.invited) },
  { call: 'GET /picks/{token}', path: ({ pickToken }) => `/picks/${pickToken}`, as: 'visitor' },
  { call: 'PUT /me/{token}/switches', path: ({ pageToken }) => `/me/${pageToken}/switches`, body: { userId: 1, receipts: true }, as: 'visitor' },
  { call: 'POST /public/my-link', body: { email: 'ann@example.com' }, as: 'visitor', learn: (_, known) => mailed(known, 1) },
  { call: 'GET /me/{token}', path: ({ pageToken }) => `/me/${pageToken}`, as: 'visitor' },
  { call: 'GET /public/receipts/{code}', path: ({ receipt }) => `/public/receipts/${receipt.toLowerCase()}`, as: 'visitor' },
  { call: 'GET /public/leaderboard/season/{id}/players/{playerId}', path: `/public/leaderboard/season/${OWN_SEASON}/players/1`, as: 'visitor' },
  { call: 'GET /admin/leaderboard/season/{id}', path: `/admin/leaderboard/season/${OWN_SEASON}` },
  { call: 'GET /admin/rounds' },
  { call: 'GET /admin/rounds/season/{id}', path: `/admin/rounds/season/${OWN_SEASON}` },
  { call: 'POST /admin/seasons/{id}/end', path: `/admin/seasons/${OWN_SEASON}/end`, learn: (_, known) => mailed(known, known.invited) },
  { call: 'POST /admin/historical-champions', body: { name: 'Grandma Rose', endYear: 1998, note: 'She guessed them all' } },
  { call: 'PUT /admin/historical-champions/{id}', path: '/admin/historical-champions/1', body: { playerId: 1, endYear: 1998 } },
  { call: 'GET /admin/historical-champions' },
  { call: 'GET /public/seasons/champions', as: 'visitor' },
  { call: 'GET /public/all-time', path: '/public/all-time?include=running', as: 'visitor' },
  { call: 'GET /public/players/{id}', path: '/public/players/1', as: 'visitor' },
  { call: 'DELETE /admin/historical-champions/{id}', path: '/admin/historical-champions/1' },
  { call: 'POST /admin/historical-champions/{id}/erase', path: '/admin/historical-champions/1/erase', body: { confirmation: 'ERASE' } },
  { call: 'GET /public/seasons/{id}/winners', path: `/public/seasons/${OWN_SEASON}/winners`, as: 'visitor' },
  { call: 'GET /public/seasons/{id}/recap', path: `/public/seasons/${OWN_SEASON}/recap`, as: 'visitor' },
  { call: 'POST /admin/seasons/{id}/reopen', path: `/admin/seasons/${OWN_SEASON}/reopen`, learn: (_, known) => mailed(known, known.invited) },
  { call: 'POST /admin/previews/rounds/{id}/correct', path: `/admin/previews/rounds/${OWN_ROUND}/correct`, body: { firstPlaceTeam: 'Starboard', secondPlaceTeam: 'Port' } },
  { call: 'POST /admin/rounds/{id}/correct', path: `/admin/rounds/${OWN_ROUND}/correct`, body: { firstPlaceTeam: 'Starboard', secondPlaceTeam: 'Port', reason: 'The photo finish' }, learn: (_, known) => mailed(known, known.invited) },
  { call: 'GET /public/leaderboard/season/{id}', path: `/public/leaderboard/season/${OWN_SEASON}`, as: 'visitor' },
  { call: 'POST /admin/previews/rounds/{id}/unlock', path: `/admin/previews/rounds/${OWN_ROUND}/unlock` },
  { call: 'POST /admin/rounds/{id}/unlock', path: `/admin/rounds/${OWN_ROUND}/unlock` },
  { call: 'POST /admin/rounds/{id}/soft-delete', path: `/admin/rounds/${OWN_ROUND}/soft-delete` },
  { call: 'DELETE /admin/rounds/{id}/permanent', path: `/admin/rounds/${OWN_ROUND}/permanent`, body: { confirmation: 'PERMANENT DELETE' } },
  { call: 'POST /admin/history/{eventId}/undo-all', path: ({ event }) => `/admin/history/${event}/undo-all`, body: { reason: 'A slip' } },
  { call: 'POST /admin/season-participants/{seasonId}/participants/bulk/remove', path: `/admin/season-participants/${OWN_SEASON}/participants/bulk/remove`, body: { userIds: [1, 2] } },
  { call: 'POST /admin/seasons/{id}/soft-delete', path: `/admin/seasons/${OWN_SEASON}/soft-delete` },
  { call: 'GET /admin/seasons/deleted' },
  { call: 'POST /admin/seasons/{id}/restore', path: `/admin/seasons/${OWN_SEASON}/restore` },
  { call: 'POST /admin/seasons/{id}/soft-delete', path: `/admin/seasons/${OWN_SEASON}/soft-delete` },
  { call: 'DELETE /admin/seasons/{id}/permanent', path: `/admin/seasons/${OWN_SEASON}/permanent`, body: { confirmation: 'PERMANENT DELETE' } },
  { call: 'POST /admin/users/bulk/deactivate', body: { userIds: [1, 2] } },
  { call: 'POST /admin/users/bulk/reactivate', body: { userIds: [1, 2] } },
  { call: 'DELETE /admin/users/{id}', path: `/admin/users/${OWN_PLAYER}` },

  { call: 'GET /admin/history', path: `/admin/history?player=${OWN_PLAYER}`, learn: ({ body }, known) => { known.event = body.entries.at(-1).eventId } },
  { call: 'GET /admin/history/{eventId}', path: ({ event }) => `/admin/history/${event}` },
  { call: 'GET /admin/history.csv', path: `/admin/history.csv?player=${OWN_PLAYER}` },

  { call: 'GET /admin/settings' },
  { call: 'POST /admin/previews/settings', body: { pointsFirstPlace: 10, pointsSixthPlusPlace: 0 } },
  { call: 'PUT /admin/settings', body: { appTitle: 'Our Picks', pointsFirstPlace: 10, pointsSixthPlusPlace: 0, reminderType: 'before_lock', dailyReminderTime: '09:30', reminderGrouping: 'one_mail' } },
  { call: 'GET /admin/history', path: '/admin/history?kind=settings', learn: ({ body }, known) => { known.event = body.entries.find(({ type }: { type: string }) => type === 'PointsChanged').eventId } },
  { call: 'GET /admin/history/{eventId}/effect', path: ({ event }) => `/admin/history/${event}/effect` },
  { call: 'GET /admin/history/{eventId}/undo', path: ({ event }) => `/admin/history/${event}/undo` },
  { call: 'POST /admin/history/{eventId}/undo', path: ({ event }) => `/admin/history/${event}/undo`, body: { reason: 'A slip' } },
  { call: 'GET /admin/mail-server' },
  { call: 'POST /admin/outbox/retry' },
  { call: 'PUT /admin/settings/email-notifications', body: { enabled: false } },
  { call: 'POST /admin/test-email', body: { email: 'someone@example.com' } },
  { call: 'GET /admin/outbox', until: ({ body }) => !body.mails.some(isUnderWay), learn: ({ body }, known) => { known.mailId = firstMail(body, 'results'); known.head = headIn(body) } },
  { call: 'GET /admin/outbox/{id}', path: ({ mailId }) => `/admin/outbox/${mailId}` },

  { call: 'POST /admin/admins', body: { name: 'Sam', email: 'sam@example.com' }, learn: ({ body }, known) => { known.admin = body.id } },
  { call: 'GET /admin/admins' },
  { call: 'PUT /admin/admins/{id}/change-name', path: ({ admin }) => `/admin/admins/${admin}/change-name`, body: { newName: 'Samuel' } },
  { call: 'PUT /admin/admins/{id}/change-email', path: ({ admin }) => `/admin/admins/${admin}/change-email`, body: { newEmail: 'samuel@example.com' } },
  { call: 'POST /auth/request-login', body: { email: 'samuel@example.com' }, as: 'visitor' },
  { call: 'POST /auth/send-magic-link', body: { email: 'samuel@example.com' }, as: 'visitor', learn: async (_, known) => { known.signInToken = await known.league.linkTo('samuel@example.com', 'sign-in') } },
  { call: 'POST /auth/check-magic-link', body: ({ signInToken }: Known) => ({ token: signInToken }), as: 'visitor' },
  { call: 'POST /auth/verify-magic-link', body: ({ signInToken }: Known) => ({ token: signInToken }), as: 'visitor', learn: guardSam },
  { call: 'GET /admin/admins' },
  { call: 'POST /admin/admins/{id}/reset-second-factor', path: ({ admin }) => `/admin/admins/${admin}/reset-second-factor`, body: { reason: 'His phone is gone' } },
  { call: 'DELETE /admin/admins/{id}/sessions', path: ({ admin }) => `/admin/admins/${admin}/sessions` },
  { call: 'DELETE /admin/admins/{id}', path: ({ admin }) => `/admin/admins/${admin}` },
  { call: 'GET /auth/me' },
  { call: 'POST /auth/change-name', body: { newName: 'Constance' } },
  { call: 'PUT /auth/admin-summary', body: { enabled: true } },
  { call: 'POST /auth/forgot-password', body: { email: 'connie@example.com' }, as: 'visitor', learn: async (_, known) => { known.resetToken = await known.league.linkTo('connie@example.com', 'reset-password') } },
  { call: 'POST /auth/reset-password', body: ({ resetToken }: Known) => ({ token: resetToken, password: 'Stormy-Elk-8' }), as: 'visitor' },
  { call: 'POST /auth/login', body: { email: 'connie@example.com', password: 'Stormy-Elk-8' }, as: 'visitor', learn: renewSession },
  { call: 'POST /auth/change-password', body: { currentPassword: 'Stormy-Elk-8', newPassword: 'Cloudy-Ox-9' }, learn: renewSession },
  { call: 'POST /auth/change-email', body: { newEmail: 'constance@example.com', currentPassword: 'Cloudy-Ox-9' }, learn: renewSession },
  { call: 'POST /admin/users/bulk', body: { players: [{ name: 'Uma', email: 'uma@example.com' }, { name: 'Vic', email: '' }] } },
  { call: 'POST /admin/users/{id}/erase', path: '/admin/users/3/erase', body: { confirmation: 'ERASE' } },
  { call: 'GET /admin/users' },
  { call: 'POST /admin/admins/{id}/erase', path: ({ admin }) => `/admin/admins/${admin}/erase`, body: { confirmation: 'ERASE' } },
  { call: 'POST /admin/operations/rebuild', body: {}, learn: operationEnds },
  { call: 'GET /admin/operations' },
  { call: 'POST /admin/operations/verify', body: {}, learn: operationEnds },
  { call: 'GET /admin/operations' },
  { call: 'POST /admin/operations/backups', body: {}, learn: operationEnds },
  { call: 'GET /admin/operations/backups' },
  { call: 'GET /public/rounds/{id}/seal', path: '/public/rounds/1/seal', as: 'visitor', until: ({ body }) => body.seal !== null },
  { call: 'POST /auth/login', body: { email: 'constance@example.com', password: 'Cloudy-Ox-9' }, as: 'visitor', learn: renewSessionLater },
  { call: 'GET /auth/sessions', learn: ({ body }, known) => { known.session = body.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id } },
  { call: 'DELETE /auth/sessions/{id}', path: ({ session }) => `/auth/sessions/${session}` },
  { call: 'POST /auth/logout' },
  { call: 'POST /auth/login', body: { email: 'constance@example.com', password: 'Cloudy-Ox-9' }, as: 'visitor', learn: renewSession },
  { call: 'DELETE /auth/sessions' },
  { call: 'POST /auth/login', body: { email: 'constance@example.com', password: 'Cloudy-Ox-9' }, as: 'visitor', learn: renewSession },
  { call: 'GET /auth/second-factor' },
  { call: 'POST /auth/second-factor/setup', body: { currentPassword: 'Cloudy-Ox-9' }, learn: ({ body }, known) => { known.secret = body.secret } },
  { call: 'POST /auth/second-factor/confirm', body: nextCode, learn: renewSession },
  { call: 'POST /auth/login', body: { email: 'constance@example.com', password: 'Cloudy-Ox-9' }, as: 'visitor', learn: ({ body }, known) => { known.challenge = body.challenge } },
  { call: 'POST /auth/verify-second-factor', body: (known: Known) => ({ challenge: known.challenge, ...nextCode(known) }), as: 'visitor', learn: renewSession },
  { call: 'POST /auth/second-factor/recovery-codes', body: nextCode },
  { call: 'PUT /admin/settings/second-factor', body: { required: true } },
  { call: 'GET /auth/second-factor' },
  { call: 'PUT /admin/settings/second-factor', body: { required: false } },
  { call: 'DELETE /auth/second-factor', body: nextCode },
  { call: 'POST /admin/users', body: { name: 'Will', email: 'will@example.com' }, learn: ({ body }, known) => { known.player = body.id } },
  { call: 'POST /admin/seasons', body: ({ player }: Known) => ({ name: 'Last Season', yearStart: 2027, yearEnd: 2027, participantIds: [player] }), learn: ({ body }, known) => { known.lastSeason = body.id } },
  { call: 'POST /admin/rounds', body: ({ lastSeason }: Known) => ({ seasonId: lastSeason, sportName: 'Rowing', pickType: 'single', lockTime: LOCK_TIME, timezone: 'Europe/Berlin', teams: ['Oxford', 'Cambridge'] }), learn: ({ body }, known) => { known.drafts = [body.id] } },
  { call: 'POST /admin/rounds', body: ({ lastSeason }: Known) => ({ seasonId: lastSeason, sportName: 'Darts', pickType: 'multiple', lockTime: LOCK_TIME, timezone: 'Europe/Berlin', numWriteInPicks: 1 }), learn: ({ body }, known) => { known.drafts = [...known.drafts, body.id] } },
  { call: 'POST /admin/rounds/bulk/activate', body: ({ drafts }: Known) => ({ roundIds: drafts }) },

  { call: 'PUT /admin/seasons/{id}/toggle-active', path: `/admin/seasons/${SMALL_SEASON}/toggle-active` },
  { call: 'GET /admin/seasons/{id}/rules', path: `/admin/seasons/${SMALL_SEASON}/rules` },
  { call: 'POST /admin/previews/seasons/{id}/rules', path: `/admin/previews/seasons/${SMALL_SEASON}/rules`, body: OWN_RULES },
  { call: 'PUT /admin/seasons/{id}/rules', path: `/admin/seasons/${SMALL_SEASON}/rules`, body: { ...OWN_RULES, reason: 'Agreed at dinner' } },
  { call: 'POST /admin/previews/rounds/{id}/weight', path: `/admin/previews/rounds/${SCORED}/weight`, body: { weight: 2 } },
  { call: 'PUT /admin/rounds/{id}/weight', path: `/admin/rounds/${SCORED}/weight`, body: { weight: 2, reason: 'A final' } },
  { call: 'PUT /admin/seasons/{id}/note', path: `/admin/seasons/${SMALL_SEASON}/note`, body: { note: 'The last one bakes a cake.' } },
  { call: 'GET /public/leaderboard/season/{id}', path: `/public/leaderboard/season/${SMALL_SEASON}`, as: 'visitor' },
  { call: 'GET /public/seasons/{id}/rules', path: `/public/seasons/${SMALL_SEASON}/rules`, as: 'visitor' },
  { call: 'DELETE /admin/seasons/{id}/rules', path: `/admin/seasons/${SMALL_SEASON}/rules`, body: { reason: 'Simpler' } },
  { call: 'POST /admin/rounds/{id}/cancel', path: ({ drafts }) => `/admin/rounds/${drafts[0]}/cancel`, body: { reason: 'The river is frozen' } },
  { call: 'POST /admin/rounds/{id}/reinstate', path: ({ drafts }) => `/admin/rounds/${drafts[0]}/reinstate` },
  { call: 'GET /public/seals/{head}', path: ({ head }) => `/public/seals/${head.toUpperCase()}`, as: 'visitor' },
  { call: 'POST /admin/rounds', body: ({ lastSeason }: Known) => ({ seasonId: lastSeason, sportName: 'Chess', pickType: 'multiple', lockTime: LOCK_TIME, timezone: 'Europe/Berlin', numWriteInPicks: 1 }), learn: ({ body }, known) => { known.drafts = [...known.drafts, body.id] } },
  { call: 'PUT /admin/rounds/{id}/opening', path: ({ drafts }) => `/admin/rounds/${drafts[2]}/opening`, body: { opensAt: '2027-02-22T09:00' } },
  { call: 'GET /admin/rounds/{id}', path: ({ drafts }) => `/admin/rounds/${drafts[2]}` },
  { call: 'DELETE /admin/rounds/{id}/opening', path: ({ drafts }) => `/admin/rounds/${drafts[2]}/opening` },
  { call: 'PUT /admin/rounds/{id}/tie-break', path: ({ drafts }) => `/admin/rounds/${drafts[2]}/tie-break`, body: { question: 'How many strokes?', unit: 'strokes' } },
  { call: 'DELETE /admin/rounds/{id}/tie-break', path: ({ drafts }) => `/admin/rounds/${drafts[2]}/tie-break` },
  { call: 'GET /public/seasons/{id}/calendar.ics', path: ({ lastSeason }) => `/public/seasons/${lastSeason}/calendar.ics`, as: 'visitor' },

  { call: 'POST /admin/seasons/{id}/seal-picks', path: ({ lastSeason }) => `/admin/seasons/${lastSeason}/seal-picks` },
  { call: 'POST /admin/rounds/{id}/look', path: ({ drafts }) => `/admin/rounds/${drafts[0]}/look`, body: ({ player }: Known) => ({ playerIds: [player], reason: 'Will asked me' }) },
  { call: 'POST /admin/seasons', body: { name: 'Sealed Season', yearStart: 2028, yearEnd: 2028, picksSealed: true }, learn: ({ body }, known) => { known.lastSeason = body.id } },
  { call: 'POST /admin/seasons/{id}/unseal-picks', path: ({ lastSeason }) => `/admin/seasons/${lastSeason}/unseal-picks`, body: { reason: 'We trust each other' } },

  { call: 'POST /admin/seasons/{id}/join-link', path: ({ lastSeason }) => `/admin/seasons/${lastSeason}/join-link`, body: { approval: 'ask', until: '2027-12-31T20:00' }, learn: ({ body }, known) => { known.joinToken = body.url.split('/').at(-1) } },
  { call: 'GET /public/join/{token}', path: ({ joinToken }) => `/public/join/${joinToken}`, as: 'visitor' },
  { call: 'POST /public/join/{token}', path: ({ joinToken }) => `/public/join/${joinToken}`, body: { name: 'Nia', email: 'nia@example.com' }, as: 'visitor' },
  { call: 'GET /admin/seasons/{id}/join-link', path: ({ lastSeason }) => `/admin/seasons/${lastSeason}/join-link` },
  { call: 'GET /admin/join-requests', learn: ({ body }, known) => { known.request = body[0].id } },
  { call: 'POST /admin/join-requests/{id}/accept', path: ({ request }) => `/admin/join-requests/${request}/accept` },
  { call: 'POST /public/join/{token}', path: ({ joinToken }) => `/public/join/${joinToken}`, body: { name: ' UMA', email: 'Uma@Example.com ' }, as: 'visitor' },
  { call: 'GET /admin/join-requests', learn: ({ body }, known) => { known.request = body[0].id } },
  { call: 'POST /admin/join-requests/{id}/decline', path: ({ request }) => `/admin/join-requests/${request}/decline` },
  { call: 'DELETE /admin/seasons/{id}/join-link', path: ({ lastSeason }) => `/admin/seasons/${lastSeason}/join-link` },

  { call: 'GET /public/rounds/{id}/statistics', path: `/public/rounds/${SCORED}/statistics`, as: 'visitor' },
  { call: 'GET /public/seasons/{id}/statistics', path: `/public/seasons/${SMALL_SEASON}/statistics`, as: 'visitor' },
  { call: 'GET /public/seasons/{id}/race', path: `/public/seasons/${SMALL_SEASON}/race`, as: 'visitor' },
  { call: 'GET /public/seasons/{id}/record', path: `/public/seasons/${SMALL_SEASON}/record`, as: 'visitor' },
  { call: 'GET /admin/team-lists' },
  { call: 'PUT /admin/rounds/{id}/teams/rename', path: ({ drafts }) => `/admin/rounds/${drafts[0]}/teams/rename`, body: { from: 'Oxford', to: 'Isis' } },

  { call: 'GET /public/seasons/{id}/rounds/{roundId}/players/{playerId}', path: `/public/seasons/${SMALL_SEASON}/rounds/${SCORED}/players/2`, as: 'visitor', until: ({ body }) => body.events.every(({ seal }: { seal?: object }) => seal) },

  { call: 'GET /admin/seasons/copy-sources' },
  { call: 'POST /admin/previews/seasons', body: { yearStart: 2030, copyFrom: { seasonId: SMALL_SEASON, opensDaysBefore: 7 } } },
  { call: 'POST /admin/previews/seasons/{id}/copy-sports', path: ({ lastSeason }) => `/admin/previews/seasons/${lastSeason}/copy-sports`, body: { sourceSeasonId: SMALL_SEASON, roundIds: [SCORED, SCORED + 1], shift: 'weekday' } },
  { call: 'POST /admin/seasons/{id}/copy-sports', path: ({ lastSeason }) => `/admin/seasons/${lastSeason}/copy-sports`, body: { sourceSeasonId: SMALL_SEASON, roundIds: [SCORED, SCORED + 1], rounds: [{ roundId: SCORED, lockTime: '2028-05-01T18:00' }], opensDaysBefore: 3 } },
  { call: 'GET /admin/history', path: ({ lastSeason }) => `/admin/history?season=${lastSeason}&kind=sports&per=command`, learn: ({ body }, known) => { known.event = body.entries[0].eventId } },
  { call: 'GET /admin/history/{eventId}/undo', path: ({ event }) => `/admin/history/${event}/undo` },
  { call: 'POST /admin/history/{eventId}/undo', path: ({ event }) => `/admin/history/${event}/undo` },
  { call: 'POST /admin/seasons', body: { name: 'Family Cup 2028', yearStart: 2028, yearEnd: 2028, copyFrom: { seasonId: SMALL_SEASON, opensDaysBefore: 7 } } },
  { call: 'POST /admin/seed/seed-test-data' },
  { call: 'POST /admin/seed/clear-test-data' },
]

/** Makes the call with what is known by now, and returns its body with the answer. */
export async function askGolden({ call, path, body, as }: GoldenCall, known: Known): Promise<Asked> {
  const who: Http = as === 'visitor' ? known.league.visitor : known.league.admin
  const [method = '', pattern = ''] = call.split(' ')
  const at = typeof path === 'function' ? path(known) : (path ?? pattern)
  const sent = typeof body === 'function' ? body(known) : body
  if (method === 'GET') return { ...(await who.get(at)), sent }
  if (method === 'DELETE') return { ...(await who.delete(at, sent)), sent }
  return { ...(await (method === 'PUT' ? who.put(at, sent) : who.post(at, sent))), sent }
}

/** What the first call needs to know: the small season is there, and the mails of its open sports have gone out. */
export async function openKnown(league: RunningLeague): Promise<Known> {
  const pickToken = linksOf('', JWT_SECRET).pick.tokenFor({
    seasonId: OWN_SEASON,
    roundId: OWN_ROUND,
    playerId: 1,
  })
  const known: Known = {
    league,
    admin: 0,
    pickToken,
    pageToken: linksOf('', JWT_SECRET).me.tokenFor([{ playerId: 1 }, { playerId: 2 }]),
    receipt: '',
    head: '',
    event: '',
    signInToken: '',
    session: '',
    resetToken: '',
    secret: '',
    challenge: '',
    mails: 0,
    invited: 0,
    mailId: '',
    player: 0,
    lastSeason: 0,
    joinToken: '',
    request: '',
    drafts: [],
  }
  await playSmallSeason(known)
  return known
}

async function playSmallSeason(known: Known) {
  const { league } = known
  const { admin, clock } = league
  const now = clock.now()
  // The setup was days later, on which `verify` remarks.
  clock.set('2027-01-02T12:00:00.000Z')
  const players = PLAYERS.map((name) => ({ name, email: `${name.toLowerCase()}@example.com` }))
  await done(admin.post('/admin/users/bulk', { players }))
  const season = { ...FAMILY_CUP, commissioner: 'Connie', isDefault: true, participantIds: [1, 2, 3, 4, 5] }
  await done(admin.post('/admin/seasons', season))
  for (const [index, sport] of OVER.entries()) {
    const lockTime = `2027-01-0${index + 5}T18:00:00.000Z`
    const roundId = await openWithPicks(known, sport, lockTime)
    await league.lockAt(lockTime)
    await mailed(known, PLAYERS.length)
    const [firstPlaceTeam, secondPlaceTeam, thirdPlaceTeam, fourthPlaceTeam, fifthPlaceTeam] = sport.teams
    const result = { firstPlaceTeam, secondPlaceTeam, thirdPlaceTeam, fourthPlaceTeam, fifthPlaceTeam }
    await done(admin.post(`/admin/rounds/${roundId}/complete`, result))
    await mailed(known, PLAYERS.length)
  }
  clock.set(now)
  for (const sport of OPEN) await openWithPicks(known, sport, '2027-01-20T18:00:00.000Z')
}

async function openWithPicks(known: Known, { values, teams, picks }: Played, lockTime: string) {
  const { league } = known
  const roundId = await league.openRound({ ...values, teams: [...teams], lockTime, seasonId: SMALL_SEASON })
  await mailed(known, PLAYERS.length)
  for (const [index, chosen] of picks.entries()) {
    const token = league.tokenFor(roundId, index + 1)
    if (chosen.length > 0) await done(league.visitor.post(`/picks/${token}`, { picks: chosen }))
  }
  return roundId
}

/** Until so many more mails are on their way: what comes next may make them pointless. */
async function mailed(known: Known, count: number) {
  known.mails += count
  await eventually(`${known.mails} mails`, async () => {
    const { body } = await known.league.admin.get('/admin/outbox')
    const kept = body.mails.filter(({ state }: Mail) => state === 'kept')
    return kept.length === known.mails && !body.mails.some(isUnderWay)
  })
}

type Mail = { template: string; state: string; text: string; roundId?: number }

const isUnderWay = (mail: Mail) => mail.state === 'queued'

/** By recipient, so that every run finds the same. */
type EmailContent = { to: string; subject: string }

function firstMail({ mails }: Answer['body'], template: string): string {
  const found = mails.filter((mail: { template: string }) => mail.template === template)
  const order = ({ to, subject }: EmailContent) => `${to} ${subject}`
  return found.sort((left: EmailContent, right: EmailContent) => order(left).localeCompare(order(right)))[0]
    ?.id
}

function headIn({ mails }: Answer['body']): string {
  const lockMails = mails.filter(
    (mail: Mail) => mail.template === 'picks-locked' && mail.roundId === OWN_ROUND,
  )
  return lockMails.map(({ text }: Mail) => /^Seal ([0-9a-f]{16}),/m.exec(text)?.[1]).find(Boolean) ?? ''
}

async function operationEnds(_: Answer, { league }: Known) {
  await eventually('the end of an operation', async () => {
    const { body } = await league.admin.get('/admin/operations')
    return body.operation.state !== 'running'
  })
}

/** Each code works once. */
function nextCode({ league, secret }: Known) {
  league.clock.advance(30_000)
  return codeNow(league, secret)
}

const codeNow = ({ clock }: RunningLeague, secret: string) => ({
  code: new TOTP({ secret }).generate({ timestamp: Date.parse(clock.now()) }),
})

async function guardSam({ body }: Answer, known: Known) {
  const sam = known.league.visitor.as(body.token)
  const { secret } = (await sam.post('/auth/second-factor/setup', {})).body
  await sam.post('/auth/second-factor/confirm', codeNow(known.league, secret))
}

function renewSession({ body }: Answer, known: Known) {
  known.league.admin = { ...known.league.visitor.as(body.token), token: body.token }
}

/** The new session is then the one that was used last. */
function renewSessionLater(answer: Answer, known: Known) {
  renewSession(answer, known)
  known.league.clock.advance(60_000)
}
