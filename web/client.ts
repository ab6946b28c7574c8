import type { Answer, BodyOf, EndpointName, NameWith, PathOf, QueryOf } from '../api/contract/endpoints.ts'
import type { Reading } from '../api/contract/leaderboards.ts'
import { download, request } from './request.ts'

/** Right after the first result of a sport, in one of the two readings. */
export type PastMoment = { afterRound: number; reading: Reading }

type Query = Record<string, string | number | boolean | undefined>

/** A call takes the values of its path in their order. What else somebody hands over is left alone. */
function ask<Name extends Exclude<EndpointName, NameWith<'body'>>>(name: Name) {
  return (...path: PathOf<Name>) => call(name, path)
}

/** Behind the values of the path comes the body. */
function send<Name extends NameWith<'body'>>(name: Name) {
  const placesInPath = name.split('{').length - 1
  return (...input: [...PathOf<Name>, BodyOf<Name>]) => call(name, input, input[placesInPath])
}

function find<Name extends NameWith<'querystring'>>(name: Name) {
  return (query: QueryOf<Name>, ...path: PathOf<Name>) => call(name, path, undefined, query)
}

const call = <Name extends EndpointName>(
  name: Name,
  path: readonly unknown[],
  body?: unknown,
  query?: Query,
) => request<Answer<Name>>(name.split(' ')[0] ?? '', pathOf(name, path, query), body)

function pathOf(name: EndpointName, values: readonly unknown[], query: Query = {}): string {
  let at = 0
  const path = name.replace(/^\w+ /, '').replace(/{\w+}/g, () => encodeURIComponent(`${values[at++]}`))
  const asked = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, `${value}`]],
  )
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}

/** What the server wants to read before it deletes anything for ever. */
const confirmed: BodyOf<'DELETE /admin/rounds/{id}/permanent'> = { confirmation: 'PERMANENT DELETE' }

// Public
export const getPublicSettings = ask('GET /public/settings')
export const getPublicConfig = ask('GET /public/config')
export const getPublicSeasons = ask('GET /public/seasons')
export const getPublicDefaultSeason = ask('GET /public/seasons/default')
export const getPastLeaderboard = find('GET /public/leaderboard/season/{id}')
export const getPublicLeaderboard = ask('GET /public/leaderboard/season/{id}')
export const getPublicGraph = find('GET /public/leaderboard/season/{id}/graph')
export const getPublicRules = ask('GET /public/seasons/{id}/rules')
export const getPublicRecord = find('GET /public/seasons/{id}/record')
export const getPublicWinners = ask('GET /public/seasons/{id}/winners')

export const getExplanation = ask('GET /public/leaderboard/season/{id}/players/{playerId}')
export const getReceipt = find('GET /public/receipts/{code}')
export const getPickStory = ask('GET /public/seasons/{id}/rounds/{roundId}/players/{playerId}')
export const getSeal = ask('GET /public/seals/{head}')
export const getRoundSeal = ask('GET /public/rounds/{id}/seal')

// Picks by link
export const getOwnPick = ask('GET /picks/{token}')
export const getOwnStory = find('GET /picks/{token}')
export const submitPicks = send('POST /picks/{token}')

// Auth
export const requestLogin = (email: string) => send('POST /auth/request-login')({ email })
export const sendMagicLink = (email: string, nonce: string) =>
  send('POST /auth/send-magic-link')({ email, nonce })
export const checkMagicLink = (token: string) => send('POST /auth/check-magic-link')({ token })
export const verifyMagicLink = (token: string) => send('POST /auth/verify-magic-link')({ token })
export const login = send('POST /auth/login')
export const verifySecondFactor = (challenge: string, code: string) =>
  send('POST /auth/verify-second-factor')({ challenge, code })
export const completeInitialSetup = send('POST /auth/initial-setup')
export const forgotPassword = (email: string) => send('POST /auth/forgot-password')({ email })
export const resetPassword = send('POST /auth/reset-password')
export const changePassword = send('POST /auth/change-password')
export const changeEmail = send('POST /auth/change-email')
export const changeName = (newName: string) => send('POST /auth/change-name')({ newName })
export const getMe = ask('GET /auth/me')
export const logout = ask('POST /auth/logout')
export const getSessions = ask('GET /auth/sessions')
export const endSession = ask('DELETE /auth/sessions/{id}')
export const signOutEverywhere = ask('DELETE /auth/sessions')

// Second factor
export const getSecondFactor = ask('GET /auth/second-factor')
export const beginSecondFactor = send('POST /auth/second-factor/setup')
export const confirmSecondFactor = (code: string) => send('POST /auth/second-factor/confirm')({ code })
export const replaceRecoveryCodes = (code: string) =>
  send('POST /auth/second-factor/recovery-codes')({ code })
export const turnOffSecondFactor = (code: string) => send('DELETE /auth/second-factor')({ code })
export const resetSecondFactor = (id: number, reason: string) =>
  send('POST /admin/admins/{id}/reset-second-factor')(id, { reason })
export const requireSecondFactor = (required: boolean) =>
  send('PUT /admin/settings/second-factor')({ required })

// Players
export const getPlayers = ask('GET /admin/users')
export const getPlayerHasData = ask('GET /admin/users/{id}/has-data')
export const createPlayer = send('POST /admin/users')
export const createPlayers = send('POST /admin/users/bulk')
export const deactivatePlayers = send('POST /admin/users/bulk/deactivate')
export const reactivatePlayers = send('POST /admin/users/bulk/reactivate')
export const updatePlayer = send('PUT /admin/users/{id}')
export const deactivatePlayer = send('POST /admin/users/{id}/deactivate')
export const reactivatePlayer = ask('POST /admin/users/{id}/reactivate')
export const deletePlayer = send('DELETE /admin/users/{id}')
export const erasePlayer = (id: number) => send('POST /admin/users/{id}/erase')(id, { confirmation: 'ERASE' })

// Settings
export const getSettings = ask('GET /admin/settings')
export const updateSettings = send('PUT /admin/settings')
export const switchNotifications = (enabled: boolean) =>
  send('PUT /admin/settings/email-notifications')({ enabled })
export const sendTestEmail = (email: string) => send('POST /admin/test-email')({ email })

// Admins
export const getAdmins = ask('GET /admin/admins')
export const createAdmin = send('POST /admin/admins')
export const changeAdminEmail = (id: number, newEmail: string) =>
  send('PUT /admin/admins/{id}/change-email')(id, { newEmail })
export const changeAdminName = (id: number, newName: string) =>
  send('PUT /admin/admins/{id}/change-name')(id, { newName })
export const signAdminOut = ask('DELETE /admin/admins/{id}/sessions')
export const deleteAdmin = ask('DELETE /admin/admins/{id}')

// Seasons
export const getSeasons = ask('GET /admin/seasons')
export const getDefaultSeason = ask('GET /admin/seasons/default')
export const getDeletedSeasons = ask('GET /admin/seasons/deleted')
export const createSeason = send('POST /admin/seasons')
export const updateSeason = send('PUT /admin/seasons/{id}')
export const toggleSeason = send('PUT /admin/seasons/{id}/toggle-active')
export const endSeason = ask('POST /admin/seasons/{id}/end')
export const saveRules = send('PUT /admin/seasons/{id}/rules')
export const followLeague = send('DELETE /admin/seasons/{id}/rules')
export const saveNote = send('PUT /admin/seasons/{id}/note')
export const reopenSeason = send('POST /admin/seasons/{id}/reopen')
export const sealPicks = ask('POST /admin/seasons/{id}/seal-picks')
export const unsealPicks = send('POST /admin/seasons/{id}/unseal-picks')
export const deleteSeason = send('POST /admin/seasons/{id}/soft-delete')
export const restoreSeason = ask('POST /admin/seasons/{id}/restore')
export const purgeSeason = (id: number) => send('DELETE /admin/seasons/{id}/permanent')(id, confirmed)

// Season participants
export const getParticipants = ask('GET /admin/season-participants/{seasonId}')
export const addAllParticipants = (seasonId: number) =>
  send('POST /admin/season-participants/{seasonId}/participants/bulk')(seasonId, {})
export const addParticipants = (seasonId: number, userIds: number[]) =>
  send('POST /admin/season-participants/{seasonId}/participants/bulk')(seasonId, { userIds })
export const removeParticipants = send('POST /admin/season-participants/{seasonId}/participants/bulk/remove')

// Rounds
export const getRounds = ask('GET /admin/rounds')
export const getRules = ask('GET /admin/seasons/{id}/rules')
export const getRoundsOfSeason = ask('GET /admin/rounds/season/{id}')
export const getDeletedRounds = ask('GET /admin/rounds/season/{id}/deleted')
export const getRound = ask('GET /admin/rounds/{id}')
export const createRound = send('POST /admin/rounds')
export const updateRound = send('PUT /admin/rounds/{id}')
export const saveWeight = send('PUT /admin/rounds/{id}/weight')
export const saveQuestion = send('PUT /admin/rounds/{id}/tie-break')
export const dropQuestion = ask('DELETE /admin/rounds/{id}/tie-break')
export const saveOpening = send('PUT /admin/rounds/{id}/opening')
export const dropOpening = ask('DELETE /admin/rounds/{id}/opening')
export const activateRound = ask('POST /admin/rounds/{id}/activate')
export const activateRounds = (roundIds: number[]) => send('POST /admin/rounds/bulk/activate')({ roundIds })
export const lockRound = send('POST /admin/rounds/{id}/lock')
export const sendReminder = ask('POST /admin/rounds/{id}/send-reminder')
export const completeRound = send('POST /admin/rounds/{id}/complete')
export const correctResult = send('POST /admin/rounds/{id}/correct')
export const unlockRound = send('POST /admin/rounds/{id}/unlock')
export const cancelRound = send('POST /admin/rounds/{id}/cancel')
export const reinstateRound = (id: number) => send('POST /admin/rounds/{id}/reinstate')(id, {})
export const deleteRound = send('POST /admin/rounds/{id}/soft-delete')
export const restoreRound = ask('POST /admin/rounds/{id}/restore')
export const purgeRound = (id: number) => send('DELETE /admin/rounds/{id}/permanent')(id, confirmed)

// Picks
export const enterPick = send('POST /admin/picks')
export const lookAtPicks = send('POST /admin/rounds/{id}/look')

// Previews, which change nothing
export const previewSettings = send('POST /admin/previews/settings')
export const previewRules = send('POST /admin/previews/seasons/{id}/rules')
export const previewWeight = send('POST /admin/previews/rounds/{id}/weight')
export const previewCompletion = send('POST /admin/previews/rounds/{id}/complete')
export const previewCorrection = send('POST /admin/previews/rounds/{id}/correct')
export const previewUnlock = ask('POST /admin/previews/rounds/{id}/unlock')

// Undo
export const getEventEffect = ask('GET /admin/history/{eventId}/effect')
export const getUndo = ask('GET /admin/history/{eventId}/undo')
export const getUndoOfAll = ask('GET /admin/history/{eventId}/undo-all')
export const undoAll = send('POST /admin/history/{eventId}/undo-all')
export const undoEvent = send('POST /admin/history/{eventId}/undo')

// Sample data
export const seedSampleData = ask('POST /admin/seed/seed-test-data')
export const clearSampleData = ask('POST /admin/seed/clear-test-data')

// History
export const getHistory = find('GET /admin/history')
export const getRawEvent = ask('GET /admin/history/{eventId}')
export const downloadHistory = (query: QueryOf<'GET /admin/history.csv'>) =>
  download(pathOf('GET /admin/history.csv', [], query))

// Leaderboard and mail
export const getLeaderboard = ask('GET /admin/leaderboard/season/{id}')
export const getOutbox = find('GET /admin/outbox')
export const getMail = ask('GET /admin/outbox/{id}')
export const retryFailedMails = ask('POST /admin/outbox/retry')
export const retryMail = ask('POST /admin/outbox/{id}/retry')
export const getRoundMail = ask('GET /admin/rounds/{id}/mail')
export const remindPlayer = ask('POST /admin/rounds/{id}/participants/{playerId}/remind')
export const resendPickLink = ask('POST /admin/rounds/{id}/participants/{playerId}/resend-link')
export const copyPickLink = ask('POST /admin/rounds/{id}/participants/{playerId}/link')

// The league as a whole
export const getOperations = ask('GET /admin/operations')
export const startVerify = (heads: string[]) => send('POST /admin/operations/verify')({ heads })
export const startRebuild = () => send('POST /admin/operations/rebuild')({})
export const downloadExport = (personalData: boolean) =>
  download(pathOf('GET /admin/operations/export', [], { personalData }))
