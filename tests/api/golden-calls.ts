import type { Office } from '../auth/office.ts'
import { eventually } from '../support/eventually.ts'
import type { Answer } from '../support/http.ts'

/** What earlier answers told, for the calls behind them. */
export type Known = {
  office: Office
  admin: number
  pickToken: string
  signInToken: string
  resetToken: string
  /** How many mails there must be. */
  mails: number
}

export type GoldenCall = {
  /** As in the list of all calls. */
  call: string
  path?: string | ((known: Known) => string)
  body?: unknown | ((known: Known) => unknown)
  /** Who asks, where it is not the main admin. */
  as?: 'visitor'
  /** Asked again until then, for what goes on behind the answers. */
  until?: (answer: Answer) => boolean
  /** What later calls need to know. */
  learn?: (answer: Answer, known: Known) => Promise<void> | void
}

/** The sample season has the players 1 to 15, the season 1 and the rounds 1 to 11; what comes next is our own. */
const OWN_SEASON = 2
export const OWN_ROUND = 12
const OWN_PLAYER = 16
const LOCK_TIME = '2027-03-01T19:30'

// biome-ignore format: a story reads best line by line
export const GOLDEN_CALLS: readonly GoldenCall[] = [
  { call: 'GET /public/settings', as: 'visitor' },
  { call: 'GET /public/config', as: 'visitor' },
  { call: 'GET /public/seasons', as: 'visitor' },
  { call: 'GET /public/seasons/default', as: 'visitor' },
  { call: 'GET /public/leaderboard/season/{id}', path: '/public/leaderboard/season/1', as: 'visitor' },
  { call: 'GET /public/leaderboard/season/{id}/graph', path: '/public/leaderboard/season/1/graph', as: 'visitor' },
  { call: 'GET /health', as: 'visitor' },

  { call: 'GET /admin/users' },
  { call: 'POST /admin/users', body: { name: 'Zoe', email: '' } },
  { call: 'PUT /admin/users/{id}', path: `/admin/users/${OWN_PLAYER}`, body: { name: 'Zoë', email: 'zoe@example.com' } },
  { call: 'GET /admin/users/{id}/has-data', path: '/admin/users/1/has-data' },
  { call: 'POST /admin/users/{id}/deactivate', path: `/admin/users/${OWN_PLAYER}/deactivate` },
  { call: 'POST /admin/users/{id}/reactivate', path: `/admin/users/${OWN_PLAYER}/reactivate` },

  { call: 'POST /admin/seasons', body: { name: 'Own Season', yearStart: 2027, yearEnd: 2028, commissioner: 'Connie', isDefault: true, participantIds: [1, 2] } },
  { call: 'PUT /admin/seasons/{id}', path: `/admin/seasons/${OWN_SEASON}`, body: { name: 'Our Season', yearStart: 2027, yearEnd: 2027 } },
  { call: 'PUT /admin/seasons/{id}/toggle-active', path: '/admin/seasons/1/toggle-active' },
  { call: 'GET /admin/seasons' },
  { call: 'GET /admin/seasons/default' },
  { call: 'POST /admin/season-participants/{seasonId}/participants', path: `/admin/season-participants/${OWN_SEASON}/participants`, body: { userId: OWN_PLAYER } },
  { call: 'POST /admin/season-participants/{seasonId}/participants/bulk', path: `/admin/season-participants/${OWN_SEASON}/participants/bulk` },
  { call: 'DELETE /admin/season-participants/{seasonId}/participants/{userId}', path: `/admin/season-participants/${OWN_SEASON}/participants/15` },
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
  { call: 'POST /admin/rounds/{id}/activate', path: `/admin/rounds/${OWN_ROUND}/activate`, learn: ({ body }, known) => mailed(known, body.userCount) },
  { call: 'GET /picks/validate/{token}', path: ({ pickToken }) => `/picks/validate/${pickToken}`, as: 'visitor' },
  { call: 'POST /picks/{token}', path: ({ pickToken }) => `/picks/${pickToken}`, body: { picks: [' Port '] }, as: 'visitor' },
  { call: 'POST /admin/picks', body: { userId: 2, roundId: OWN_ROUND, picks: ['Starboard'] } },
  { call: 'POST /admin/rounds/{id}/send-reminder', path: `/admin/rounds/${OWN_ROUND}/send-reminder`, learn: ({ body }, known) => mailed(known, body.sent) },
  { call: 'POST /admin/rounds/{id}/lock', path: `/admin/rounds/${OWN_ROUND}/lock` },
  { call: 'POST /admin/rounds/{id}/complete', path: `/admin/rounds/${OWN_ROUND}/complete`, body: { firstPlaceTeam: 'Port', secondPlaceTeam: 'Starboard' } },
  { call: 'GET /admin/leaderboard/season/{id}', path: `/admin/leaderboard/season/${OWN_SEASON}` },
  { call: 'GET /admin/rounds' },
  { call: 'GET /admin/rounds/season/{id}', path: `/admin/rounds/season/${OWN_SEASON}` },
  { call: 'POST /admin/seasons/{id}/end', path: `/admin/seasons/${OWN_SEASON}/end` },
  { call: 'GET /public/seasons/{id}/winners', path: `/public/seasons/${OWN_SEASON}/winners`, as: 'visitor' },
  { call: 'POST /admin/seasons/{id}/reopen', path: `/admin/seasons/${OWN_SEASON}/reopen` },
  { call: 'POST /admin/rounds/{id}/unlock', path: `/admin/rounds/${OWN_ROUND}/unlock` },
  { call: 'POST /admin/rounds/{id}/soft-delete', path: `/admin/rounds/${OWN_ROUND}/soft-delete` },
  { call: 'DELETE /admin/rounds/{id}/permanent', path: `/admin/rounds/${OWN_ROUND}/permanent`, body: { confirmation: 'PERMANENT DELETE' } },
  { call: 'POST /admin/seasons/{id}/soft-delete', path: `/admin/seasons/${OWN_SEASON}/soft-delete` },
  { call: 'GET /admin/seasons/deleted' },
  { call: 'POST /admin/seasons/{id}/restore', path: `/admin/seasons/${OWN_SEASON}/restore` },
  { call: 'POST /admin/seasons/{id}/soft-delete', path: `/admin/seasons/${OWN_SEASON}/soft-delete` },
  { call: 'DELETE /admin/seasons/{id}/permanent', path: `/admin/seasons/${OWN_SEASON}/permanent`, body: { confirmation: 'PERMANENT DELETE' } },
  { call: 'DELETE /admin/users/{id}', path: `/admin/users/${OWN_PLAYER}` },

  { call: 'GET /admin/settings' },
  { call: 'PUT /admin/settings', body: { appTitle: 'Our Picks', pointsFirstPlace: 10, pointsSixthPlusPlace: 0, reminderType: 'before_lock', dailyReminderTime: '09:30' } },
  { call: 'PUT /admin/settings/email-notifications', body: { enabled: false } },
  { call: 'POST /admin/test-email', body: { email: 'someone@example.com' } },
  { call: 'GET /admin/outbox', until: ({ body }) => body.mails.every(({ state }: { state: string }) => state !== 'queued') },

  { call: 'POST /admin/admins', body: { name: 'Sam', email: 'sam@example.com' }, learn: ({ body }, known) => { known.admin = body.id } },
  { call: 'GET /admin/admins' },
  { call: 'PUT /admin/admins/{id}/change-name', path: ({ admin }) => `/admin/admins/${admin}/change-name`, body: { newName: 'Samuel' } },
  { call: 'PUT /admin/admins/{id}/change-email', path: ({ admin }) => `/admin/admins/${admin}/change-email`, body: { newEmail: 'samuel@example.com' } },
  { call: 'POST /auth/request-login', body: { email: 'samuel@example.com' }, as: 'visitor' },
  { call: 'POST /auth/send-magic-link', body: { email: 'samuel@example.com' }, as: 'visitor', learn: async (_, known) => { known.signInToken = await known.office.linkTo('samuel@example.com', 'sign-in') } },
  { call: 'POST /auth/verify-magic-link', body: ({ signInToken }: Known) => ({ token: signInToken }), as: 'visitor' },
  { call: 'DELETE /admin/admins/{id}', path: ({ admin }) => `/admin/admins/${admin}` },
  { call: 'GET /auth/me' },
  { call: 'POST /auth/change-name', body: { newName: 'Constance' } },
  { call: 'POST /admin/seed/clear-test-data' },
  { call: 'POST /admin/seed/seed-test-data' },
  { call: 'POST /auth/forgot-password', body: { email: 'connie@example.com' }, as: 'visitor', learn: async (_, known) => { known.resetToken = await known.office.linkTo('connie@example.com', 'reset-password') } },
  { call: 'POST /auth/reset-password', body: ({ resetToken }: Known) => ({ token: resetToken, password: 'Stormy-Elk-8' }), as: 'visitor' },
  { call: 'POST /auth/login', body: { email: 'connie@example.com', password: 'Stormy-Elk-8' }, as: 'visitor', learn: renewSession },
  { call: 'POST /auth/change-password', body: { currentPassword: 'Stormy-Elk-8', newPassword: 'Cloudy-Ox-9' }, learn: renewSession },
  { call: 'POST /auth/change-email', body: { newEmail: 'constance@example.com' }, learn: renewSession },
]

/** Until so many more mails are on their way: what comes next may make them pointless. */
export async function mailed(known: Known, count: number) {
  known.mails += count
  await eventually(`${known.mails} mails`, async () => {
    const { body } = await known.office.main.get('/admin/outbox')
    const waiting = body.mails.some(({ state }: { state: string }) => state === 'queued')
    return body.mails.length === known.mails && !waiting
  })
}

function renewSession({ body }: Answer, known: Known) {
  known.office.main = known.office.visitor.as(body.token)
}
