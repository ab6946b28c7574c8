import type { Admin, AdminAdded, AdminBody, AdminEmailChanged, AdminRenamed } from '../api/contract/admins.ts'
import type {
  ChangeOwnEmailBody,
  ChangePasswordBody,
  InitialSetupBody,
  InitialSetupDone,
  LoginBody,
  LoginStep,
  MagicLinkHolder,
  Me,
  ResetPasswordBody,
  SignedIn,
  SignInStep,
  TokenRenewed,
} from '../api/contract/auth.ts'
import type { Explanation } from '../api/contract/explanations.ts'
import type { HistoryPage, RawEvent } from '../api/contract/history.ts'
import type { Graph, Leaderboard, Reading } from '../api/contract/leaderboards.ts'
import type { Operation, Operations, RoundSeal } from '../api/contract/operations.ts'
import type { MailDetails, MailState, Outbox } from '../api/contract/outbox.ts'
import type { EnterPickBody, OwnPick, PickSaved } from '../api/contract/picks.ts'
import type { Player, PlayerBody, PlayerHasData } from '../api/contract/players.ts'
import type { Preview } from '../api/contract/previews.ts'
import type { Receipt } from '../api/contract/receipts.ts'
import type { PickLink, RoundMail } from '../api/contract/round-mail.ts'
import type {
  CompleteBody,
  CorrectBody,
  ReminderSent,
  Round,
  RoundActivated,
  RoundBody,
  RoundChanges,
  RoundList,
  UnlockBody,
} from '../api/contract/rounds.ts'
import type { SampleDataChanged } from '../api/contract/sample-data.ts'
import type { ReasonBody } from '../api/contract/schema.ts'
import type {
  Participant,
  ParticipantsAdded,
  Season,
  SeasonBody,
  SeasonChanges,
  SeasonEnded,
  SeasonList,
  SeasonToggled,
  Winner,
} from '../api/contract/seasons.ts'
import type {
  RecoveryCodes,
  SecondFactor,
  SetupBegun,
  SetupBody,
  TurnedOn,
} from '../api/contract/second-factor.ts'
import type { SessionList } from '../api/contract/sessions.ts'
import type {
  NotificationsSwitched,
  PublicConfig,
  PublicSettings,
  SecondFactorRule,
  Settings,
  SettingsBody,
  SettingsSaved,
  TestEmailSent,
} from '../api/contract/settings.ts'
import type { EventEffect, Undo, UndoBody } from '../api/contract/undo.ts'
import { download, request } from './request.ts'

/** Right after the first result of a sport, in one of the two readings. */
export type PastMoment = { afterRound: number; reading: Reading }

export type Done = { message: string }
type Created = { message: string; id: number }

const get = <T>(path: string) => request<T>('GET', path)
const post = <T>(path: string, body?: unknown) => request<T>('POST', path, body)
const put = <T>(path: string, body?: unknown) => request<T>('PUT', path, body)
const remove = <T>(path: string, body?: unknown) => request<T>('DELETE', path, body)

/** What the server wants to read before it deletes anything for ever. */
const confirmed = { confirmation: 'PERMANENT DELETE' }

// Public
export const getPublicSettings = () => get<PublicSettings>('/public/settings')
export const getPublicConfig = () => get<PublicConfig>('/public/config')
export const getPublicSeasons = () => get<SeasonList>('/public/seasons')
export const getPublicDefaultSeason = () => get<Season | null>('/public/seasons/default')
export const getPastLeaderboard = (seasonId: number, { afterRound, reading }: PastMoment) =>
  get<Leaderboard>(`/public/leaderboard/season/${seasonId}?afterRound=${afterRound}&reading=${reading}`)
export const getPublicLeaderboard = (seasonId: number) =>
  get<Leaderboard>(`/public/leaderboard/season/${seasonId}`)
export const getPublicGraph = (seasonId: number) => get<Graph>(`/public/leaderboard/season/${seasonId}/graph`)
export const getPublicWinners = (seasonId: number) => get<Winner[]>(`/public/seasons/${seasonId}/winners`)

export const getExplanation = (seasonId: number, userId: number) =>
  get<Explanation>(`/public/leaderboard/season/${seasonId}/players/${userId}`)
export const getReceipt = (code: string) => get<Receipt>(`/public/receipts/${encodeURIComponent(code)}`)
export const getRoundSeal = (roundId: number) => get<RoundSeal>(`/public/rounds/${roundId}/seal`)

// Picks by link
export const getOwnPick = (token: string) => get<OwnPick>(`/picks/${encodeURIComponent(token)}`)
export const submitPicks = (token: string, picks: string[]) =>
  post<PickSaved>(`/picks/${encodeURIComponent(token)}`, { picks })

// Auth
export const requestLogin = (email: string) => post<LoginStep>('/auth/request-login', { email })
export const sendMagicLink = (email: string, nonce: string) =>
  post<Done>('/auth/send-magic-link', { email, nonce })
export const checkMagicLink = (token: string) => post<MagicLinkHolder>('/auth/check-magic-link', { token })
export const verifyMagicLink = (token: string) => post<SignInStep>('/auth/verify-magic-link', { token })
export const login = (body: LoginBody) => post<SignInStep>('/auth/login', body)
export const verifySecondFactor = (challenge: string, code: string) =>
  post<SignedIn>('/auth/verify-second-factor', { challenge, code })
export const completeInitialSetup = (body: InitialSetupBody) =>
  post<InitialSetupDone>('/auth/initial-setup', body)
export const forgotPassword = (email: string) => post<Done>('/auth/forgot-password', { email })
export const resetPassword = (body: ResetPasswordBody) => post<Done>('/auth/reset-password', body)
export const changePassword = (body: ChangePasswordBody) => post<TokenRenewed>('/auth/change-password', body)
export const changeEmail = (body: ChangeOwnEmailBody) => post<TokenRenewed>('/auth/change-email', body)
export const changeName = (newName: string) => post<Done>('/auth/change-name', { newName })
export const getMe = () => get<Me>('/auth/me')
export const logout = () => post<Done>('/auth/logout')
export const getSessions = () => get<SessionList>('/auth/sessions')
export const endSession = (id: string) => remove<Done>(`/auth/sessions/${id}`)
export const signOutEverywhere = () => remove<Done>('/auth/sessions')

// Second factor
export const getSecondFactor = () => get<SecondFactor>('/auth/second-factor')
export const beginSecondFactor = (body: SetupBody) => post<SetupBegun>('/auth/second-factor/setup', body)
export const confirmSecondFactor = (code: string) => post<TurnedOn>('/auth/second-factor/confirm', { code })
export const replaceRecoveryCodes = (code: string) =>
  post<RecoveryCodes>('/auth/second-factor/recovery-codes', { code })
export const turnOffSecondFactor = (code: string) => remove<Done>('/auth/second-factor', { code })
export const resetSecondFactor = (id: number, reason: string) =>
  post<Done>(`/admin/admins/${id}/reset-second-factor`, { reason })
export const requireSecondFactor = (required: boolean) =>
  put<SecondFactorRule>('/admin/settings/second-factor', { required })

// Players
export const getPlayers = () => get<Player[]>('/admin/users')
export const getPlayerHasData = (id: number) => get<PlayerHasData>(`/admin/users/${id}/has-data`)
export const createPlayer = (body: PlayerBody) => post<Created>('/admin/users', body)
export const updatePlayer = (id: number, body: PlayerBody) => put<Done>(`/admin/users/${id}`, body)
export const deactivatePlayer = (id: number) => post<Done>(`/admin/users/${id}/deactivate`)
export const reactivatePlayer = (id: number) => post<Done>(`/admin/users/${id}/reactivate`)
export const deletePlayer = (id: number) => remove<Done>(`/admin/users/${id}`)
export const erasePlayer = (id: number) => post<Done>(`/admin/users/${id}/erase`, { confirmation: 'ERASE' })

// Settings
export const getSettings = () => get<Settings>('/admin/settings')
export const updateSettings = (body: SettingsBody) => put<SettingsSaved>('/admin/settings', body)
export const switchNotifications = (enabled: boolean) =>
  put<NotificationsSwitched>('/admin/settings/email-notifications', { enabled })
export const sendTestEmail = (email: string) => post<TestEmailSent>('/admin/test-email', { email })

// Admins
export const getAdmins = () => get<Admin[]>('/admin/admins')
export const createAdmin = (body: AdminBody) => post<AdminAdded>('/admin/admins', body)
export const changeAdminEmail = (id: number, newEmail: string) =>
  put<AdminEmailChanged>(`/admin/admins/${id}/change-email`, { newEmail })
export const changeAdminName = (id: number, newName: string) =>
  put<AdminRenamed>(`/admin/admins/${id}/change-name`, { newName })
export const signAdminOut = (id: number) => remove<Done>(`/admin/admins/${id}/sessions`)
export const deleteAdmin = (id: number) => remove<Done>(`/admin/admins/${id}`)

// Seasons
export const getSeasons = () => get<SeasonList>('/admin/seasons')
export const getDefaultSeason = () => get<Season | null>('/admin/seasons/default')
export const getDeletedSeasons = () => get<Season[]>('/admin/seasons/deleted')
export const createSeason = (body: SeasonBody) => post<Created>('/admin/seasons', body)
export const updateSeason = (id: number, body: SeasonChanges) => put<Done>(`/admin/seasons/${id}`, body)
export const toggleSeason = (id: number) => put<SeasonToggled>(`/admin/seasons/${id}/toggle-active`)
export const endSeason = (id: number) => post<SeasonEnded>(`/admin/seasons/${id}/end`)
export const reopenSeason = (id: number, body: ReasonBody) => post<Done>(`/admin/seasons/${id}/reopen`, body)
export const deleteSeason = (id: number) => post<Done>(`/admin/seasons/${id}/soft-delete`)
export const restoreSeason = (id: number) => post<Done>(`/admin/seasons/${id}/restore`)
export const purgeSeason = (id: number) => remove<Done>(`/admin/seasons/${id}/permanent`, confirmed)

// Season participants
export const getParticipants = (seasonId: number) =>
  get<Participant[]>(`/admin/season-participants/${seasonId}`)
export const addParticipant = (seasonId: number, userId: number) =>
  post<Done>(`/admin/season-participants/${seasonId}/participants`, { userId })
export const addAllParticipants = (seasonId: number) =>
  post<ParticipantsAdded>(`/admin/season-participants/${seasonId}/participants/bulk`)
export const removeParticipant = (seasonId: number, userId: number) =>
  remove<Done>(`/admin/season-participants/${seasonId}/participants/${userId}`)

// Rounds
export const getRounds = () => get<RoundList>('/admin/rounds')
export const getRoundsOfSeason = (seasonId: number) => get<RoundList>(`/admin/rounds/season/${seasonId}`)
export const getDeletedRounds = (seasonId: number) =>
  get<RoundList>(`/admin/rounds/season/${seasonId}/deleted`)
export const getRound = (id: number) => get<Round>(`/admin/rounds/${id}`)
export const createRound = (body: RoundBody) => post<Created>('/admin/rounds', body)
export const updateRound = (id: number, body: RoundChanges) => put<Done>(`/admin/rounds/${id}`, body)
export const activateRound = (id: number) => post<RoundActivated>(`/admin/rounds/${id}/activate`)
export const lockRound = (id: number, body: ReasonBody) => post<Done>(`/admin/rounds/${id}/lock`, body)
export const sendReminder = (id: number) => post<ReminderSent>(`/admin/rounds/${id}/send-reminder`)
export const completeRound = (id: number, body: CompleteBody) =>
  post<Done>(`/admin/rounds/${id}/complete`, body)
export const correctResult = (id: number, body: CorrectBody) =>
  post<Done>(`/admin/rounds/${id}/correct`, body)
export const unlockRound = (id: number, body: UnlockBody) => post<Done>(`/admin/rounds/${id}/unlock`, body)
export const deleteRound = (id: number) => post<Done>(`/admin/rounds/${id}/soft-delete`)
export const restoreRound = (id: number) => post<Done>(`/admin/rounds/${id}/restore`)
export const purgeRound = (id: number) => remove<Done>(`/admin/rounds/${id}/permanent`, confirmed)

// Picks
export const enterPick = (body: EnterPickBody) => post<Done>('/admin/picks', body)

// Previews, which change nothing
export const previewSettings = (body: SettingsBody) => post<Preview>('/admin/previews/settings', body)
export const previewCompletion = (id: number, body: CompleteBody) =>
  post<Preview>(`/admin/previews/rounds/${id}/complete`, body)
export const previewCorrection = (id: number, body: CompleteBody) =>
  post<Preview>(`/admin/previews/rounds/${id}/correct`, body)
export const previewUnlock = (id: number) => post<Preview>(`/admin/previews/rounds/${id}/unlock`)

// Undo
export const getEventEffect = (eventId: string) => get<EventEffect>(`/admin/history/${eventId}/effect`)
export const getUndo = (eventId: string) => get<Undo>(`/admin/history/${eventId}/undo`)
export const getUndoOfAll = (eventId: string) => get<Undo>(`/admin/history/${eventId}/undo-all`)
export const undoAll = (eventId: string, body: UndoBody) =>
  post<Done>(`/admin/history/${eventId}/undo-all`, body)
export const undoEvent = (eventId: string, body: UndoBody) =>
  post<Done>(`/admin/history/${eventId}/undo`, body)

// Sample data
export const seedSampleData = () => post<SampleDataChanged>('/admin/seed/seed-test-data')
export const clearSampleData = () => post<SampleDataChanged>('/admin/seed/clear-test-data')

// History
export const getHistory = (query: string) => get<HistoryPage>(`/admin/history?${query}`)
export const getRawEvent = (eventId: string) => get<RawEvent>(`/admin/history/${eventId}`)
export const downloadHistory = (query: string) => download(`/admin/history.csv?${query}`)

// Leaderboard and mail
export const getLeaderboard = (seasonId: number) => get<Leaderboard>(`/admin/leaderboard/season/${seasonId}`)
export const getOutbox = (state?: MailState) =>
  get<Outbox>(state ? `/admin/outbox?state=${state}` : '/admin/outbox')
export const getMail = (id: string) => get<MailDetails>(`/admin/outbox/${id}`)
export const retryFailedMails = () => post<Done>('/admin/outbox/retry')
export const retryMail = (id: string) => post<Done>(`/admin/outbox/${id}/retry`)
export const getRoundMail = (roundId: number) => get<RoundMail>(`/admin/rounds/${roundId}/mail`)
export const remindPlayer = (roundId: number, playerId: number) =>
  post<Done>(`/admin/rounds/${roundId}/participants/${playerId}/remind`)
export const resendPickLink = (roundId: number, playerId: number) =>
  post<Done>(`/admin/rounds/${roundId}/participants/${playerId}/resend-link`)
export const copyPickLink = (roundId: number, playerId: number) =>
  post<PickLink>(`/admin/rounds/${roundId}/participants/${playerId}/link`)

// The league as a whole
export const getOperations = () => get<Operations>('/admin/operations')
export const startVerify = (heads: string[]) => post<Operation>('/admin/operations/verify', { heads })
export const startRebuild = () => post<Operation>('/admin/operations/rebuild', {})
export const downloadExport = (personalData: boolean) =>
  download(`/admin/operations/export?personalData=${personalData}`)
