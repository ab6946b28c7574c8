import type { Access } from '../../api/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../api/contract/endpoints.ts'
import { CONNIE } from '../support/league/examples.ts'
import { linksOf } from '../support/league/over-http.ts'
import { JWT_SECRET } from '../support/league/running.ts'

/** What an admin knows of a season whose picks are sealed, and may put into calls. All but the ids of events are the same in twins. */
export type Scene = {
  seasonId: number
  roundId: number
  /** Whose pick differs. */
  victim: number
  /** Plays as well, and is the admin's. */
  own: number
  ownToken: string
  ownPage: string
  /** The victim's first. */
  receipts: readonly string[]
  /** What the victim may have picked, as the admin tries out. */
  guesses: readonly number[]
  picks: readonly (readonly string[])[]
  teams: readonly string[]
  asks: boolean
  /** Of the event to ask about. */
  event: string
  mails: readonly string[]
  session: string
  head: string
}

export const NOTHING_KNOWN: Scene = {
  ...{
    seasonId: 0,
    roundId: 0,
    victim: 0,
    own: 0,
    ownToken: '',
    ownPage: '',
    receipts: [],
    guesses: [],
    picks: [],
  },
  ...{ teams: [], asks: false, event: '', mails: [], session: '', head: '' },
}

export type Asked = { at?: Record<string, string | number>; query?: string; body?: unknown; by?: 'leaving' }

/**
 * `reading` changes nothing. `changing` keeps the sport open, or brings it back. `ending` takes it away. `of an event` is asked about
 * every event that a call has left. `once` is about no season, and asked at the end, when picks of many seasons are sealed.
 */
export type Phase = 'reading' | 'changing' | 'ending' | 'of an event' | 'undoing' | 'once'

type Calls = Partial<Record<Phase, (scene: Scene) => readonly Asked[]>>

const WHY = { reason: 'We agreed on it at dinner' }
const FOR_EVER = { confirmation: 'PERMANENT DELETE' }
const RULES = {
  points: { first: 8, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 },
  ...{ noPick: -2, dropWorst: 1, tieBreak: ['countback', 'guess', 'fewest_missed'] },
}
const OTHER_LOCK = '2027-08-02T19:30'
const nothing = () => [{}]
const inSeason = ({ seasonId }: Scene, body?: unknown): Asked => ({ at: { id: seasonId }, body })
const inRound = ({ roundId }: Scene, body?: unknown): Asked => ({ at: { id: roundId }, body })
const ofVictim = ({ victim }: Scene, body?: unknown): Asked => ({ at: { id: victim }, body })
const throughLink = ({ seasonId }: Scene, body?: unknown): Asked => ({
  at: { token: linksOf('', JWT_SECRET).join.tokenFor({ seasonId, generation: 1 }) },
  body,
})
const readSeason = { reading: (scene: Scene) => [inSeason(scene)] }
const ofParticipant = ({ roundId, victim, own }: Scene) =>
  [victim, own].map((playerId) => ({ at: { id: roundId, playerId } }))
const ofEvent = { 'of an event': ({ event }: Scene) => [{ at: { eventId: event } }] }
const messages = ({ seasonId, roundId, victim }: Scene): Asked[] =>
  [
    { audience: 'picked', roundId },
    { audience: 'not_picked', roundId },
    { audience: 'chosen', playerIds: [victim] },
  ].map((to) => ({ body: { seasonId, ...to, subject: 'Dinner', text: 'At seven.' } }))
const results = (scene: Scene) => [
  ...scene.teams.map((firstPlaceTeam) => ({ firstPlaceTeam })),
  { manualScores: [{ userId: scene.victim, placement: 'first' }] },
]
const withWhy = (scene: Scene) => results(scene).map((body) => inRound(scene, { ...body, ...WHY }))
const without = (scene: Scene) => results(scene).map((body) => inRound(scene, body))

/** Every operation there is, with what an admin may ask of it. In the order in which they are asked. */
// biome-ignore format: a table reads best line by line
export const SEALED_CALLS: Record<EndpointName, Calls> = {
  'GET /public/settings': { reading: nothing },
  'GET /public/config': { reading: nothing },
  'GET /public/seasons': { reading: nothing },
  'GET /public/seasons/default': { reading: nothing },
  'GET /public/seasons/{id}/winners': readSeason,
  'GET /public/leaderboard/season/{id}': { reading: (scene) => [inSeason(scene), { ...inSeason(scene), query: 'asOf=2027-01-10T12:00:00Z' }, { ...inSeason(scene), query: `afterRound=${scene.roundId}` }] },
  'GET /public/leaderboard/season/{id}/graph': readSeason,
  'GET /public/leaderboard/season/{id}/players/{playerId}': { reading: ({ seasonId: id, victim: playerId }) => [{ at: { id, playerId } }] },
  'GET /public/seasons/{id}/rounds/{roundId}/players/{playerId}': { reading: ({ seasonId: id, roundId, victim: playerId }) => [{ at: { id, roundId, playerId } }] },
  'GET /public/seasons/champions': { reading: nothing },
  'GET /public/all-time': { reading: () => [{}, { query: 'include=running' }] },
  'GET /public/players/{id}': { reading: (scene) => [ofVictim(scene)] },
  'GET /public/seasons/{id}/rules': readSeason,
  'GET /public/seasons/{id}/calendar.ics': readSeason,
  'GET /public/seasons/{id}/recap': readSeason,
  'GET /public/seasons/{id}/record': readSeason,
  'GET /public/rounds/{id}/statistics': { reading: (scene) => [inRound(scene)] },
  'GET /public/seasons/{id}/statistics': readSeason,
  'GET /public/seasons/{id}/race': readSeason,
  'GET /public/rounds/{id}/seal': { reading: (scene) => [inRound(scene)] },
  'GET /public/seals/{head}': { once: ({ head }) => [{ at: { head } }] },
  'GET /public/receipts/{code}': { reading: ({ receipts }) => receipts.map((code) => ({ at: { code } })) },
  'GET /public/live': { reading: nothing },
  'GET /health': { reading: nothing },
  'GET /health/live': { reading: nothing },
  'GET /health/ready': { reading: nothing },
  'GET /admin/health': { reading: nothing },
  'GET /picks/validate/{token}': { reading: ({ ownToken }) => [{ at: { token: ownToken } }] },
  'GET /picks/{token}': { reading: ({ ownToken }) => [{ at: { token: ownToken } }] },

  'GET /me/{token}': { reading: ({ ownPage }) => [{ at: { token: ownPage } }] },

  'GET /admin/users': { reading: nothing },
  'GET /admin/users/{id}/has-data': { reading: (scene) => [ofVictim(scene)] },
  'GET /admin/historical-champions': { reading: nothing },
  'GET /admin/settings': { reading: nothing },
  'GET /admin/seasons': { reading: nothing },
  'GET /admin/seasons/default': { reading: nothing },
  'GET /admin/seasons/deleted': { reading: nothing },
  'GET /admin/seasons/copy-sources': { reading: nothing },
  'GET /admin/seasons/{id}/rules': readSeason,
  'GET /admin/season-participants/{seasonId}': { reading: ({ seasonId }) => [{ at: { seasonId } }] },
  'GET /admin/rounds': { reading: nothing },
  'GET /admin/team-lists': { reading: nothing },
  'GET /admin/rounds/season/{id}': readSeason,
  'GET /admin/rounds/season/{id}/deleted': readSeason,
  'GET /admin/rounds/{id}': { reading: (scene) => [inRound(scene)] },
  'GET /admin/rounds/{id}/late-picks': { reading: (scene) => [inRound(scene)] },
  'GET /admin/rounds/{id}/mail': { reading: (scene) => [inRound(scene)] },
  'GET /admin/leaderboard/season/{id}': { reading: (scene) => [inSeason(scene), { ...inSeason(scene), query: 'asOf=2027-01-10T12:00:00Z' }] },
  'GET /admin/mail-server': { reading: nothing },
  'GET /admin/outbox': { reading: nothing },
  'GET /admin/outbox/{id}': { reading: ({ mails }) => mails.map((id) => ({ at: { id } })) },
  'GET /admin/history': { reading: ({ seasonId, roundId, victim }) => [`season=${seasonId}`, `round=${roundId}&player=${victim}`, `round=${roundId}&per=command`].map((query) => ({ query })) },
  'GET /admin/history.csv': { reading: ({ seasonId }) => [{ query: `season=${seasonId}` }] },
  'GET /admin/history/{eventId}': ofEvent,
  'GET /admin/history/{eventId}/effect': ofEvent,
  'GET /admin/history/{eventId}/undo': ofEvent,
  'GET /admin/history/{eventId}/undo-all': ofEvent,
  'POST /admin/history/{eventId}/undo': { undoing: ({ event }) => [{ at: { eventId: event }, body: WHY }] },
  'POST /admin/history/{eventId}/undo-all': { undoing: ({ event }) => [{ at: { eventId: event }, body: WHY }] },

  'POST /admin/previews/settings': { reading: () => [{ body: { pointsFirstPlace: 9, pointsNoPick: -3 } }] },
  'POST /admin/previews/seasons': { reading: () => [{ body: { yearStart: 2028, copyFrom: { seasonId: 1 } } }] },
  'POST /admin/previews/seasons/{id}/rules': { reading: (scene) => [inSeason(scene, RULES)] },
  'POST /admin/previews/seasons/{id}/copy-sports': { reading: (scene) => [inSeason(scene, { sourceSeasonId: 1 })] },
  'POST /admin/previews/rounds/{id}/weight': { reading: (scene) => [inRound(scene, { weight: 3 })] },
  'POST /admin/previews/rounds/{id}/complete': { reading: without },
  'POST /admin/previews/rounds/{id}/correct': { reading: without },
  'POST /admin/previews/rounds/{id}/unlock': { reading: (scene) => [inRound(scene)] },

  'POST /admin/previews/message': { reading: (scene) => messages(scene) },
  'POST /admin/messages': { changing: (scene) => messages(scene) },
  'POST /admin/messages/{id}/withdraw': { changing: () => [1, 2].map((id) => ({ at: { id } })) },

  'POST /admin/picks': { changing: entries },
  'POST /picks/{token}': { changing: ({ ownToken: token, picks, guesses, asks }) => picks.map((own, index) => ({ at: { token }, body: { picks: own, ...(asks ? { guess: guesses[index] } : {}) } })) },
  'POST /picks/{token}/ask-late': { changing: ({ ownToken: token, picks }) => picks.map((asked) => ({ at: { token }, body: { picks: asked } })) },
  'POST /picks/{token}/links': { changing: ({ ownToken }) => [{ at: { token: ownToken } }] },
  'PUT /me/{token}/switches': { changing: ({ ownPage, own: userId }) => [true, false].map((messages) => ({ at: { token: ownPage }, body: { userId, messages } })) },
  'DELETE /admin/rounds/{id}/teams': { changing: (scene) => [inRound(scene)] },
  'POST /admin/rounds/{id}/teams': { changing: (scene) => [['Silvers'], [...scene.teams.slice(0, 2)]].map((teams) => inRound(scene, { teams })) },
  'PUT /admin/rounds/{id}': { changing: edits },
  'PUT /admin/rounds/{id}/teams/rename': { changing: (scene) => scene.teams.slice(0, 2).map((from) => inRound(scene, { from, to: `New ${from}` })) },
  'PUT /admin/rounds/{id}/weight': { changing: (scene) => [inRound(scene, { weight: 2, ...WHY })] },
  'DELETE /admin/rounds/{id}/tie-break': { changing: (scene) => [inRound(scene)] },
  'PUT /admin/rounds/{id}/tie-break': { changing: (scene) => [inRound(scene, { question: 'How many goals?', unit: 'goals' })] },
  'PUT /admin/rounds/{id}/opening': { changing: (scene) => [inRound(scene, { opensAt: '2027-07-01T12:00' })] },
  'DELETE /admin/rounds/{id}/opening': { changing: (scene) => [inRound(scene)] },
  'POST /admin/rounds/{id}/activate': { changing: (scene) => [inRound(scene)] },
  'POST /admin/rounds/bulk/activate': { changing: ({ roundId }) => [{ body: { roundIds: [roundId] } }] },
  'POST /admin/rounds': { changing: ({ seasonId, roundId }) => [{ body: { seasonId, sportName: `Draft beside ${roundId}`, pickType: 'single', lockTime: OTHER_LOCK, timezone: 'Europe/Berlin', teams: ['Port', 'Starboard'] } }] },
  'POST /admin/rounds/{id}/send-reminder': { changing: (scene) => [inRound(scene)] },
  'POST /admin/rounds/{id}/participants/{playerId}/remind': { changing: ofParticipant },
  'POST /admin/rounds/{id}/participants/{playerId}/resend-link': { changing: ofParticipant },
  'POST /admin/rounds/{id}/participants/{playerId}/link': { changing: ofParticipant },
  'POST /admin/rounds/{id}/look': { changing: (scene) => [{ playerIds: [scene.victim] }, { playerIds: [scene.own], ...WHY }].map((body) => inRound(scene, body)) },
  'POST /admin/rounds/{id}/complete': { changing: without },
  'POST /admin/rounds/{id}/correct': { changing: withWhy },
  'POST /admin/rounds/{id}/unlock': { changing: (scene) => [inRound(scene, WHY)] },
  'POST /admin/rounds/{id}/cancel': { changing: (scene) => [inRound(scene, WHY)] },
  'POST /admin/rounds/{id}/reinstate': { changing: (scene) => [inRound(scene, WHY)] },

  'POST /admin/seasons': { once: () => [{ body: { name: 'Another', yearStart: 2028, yearEnd: 2028, picksSealed: true } }] },
  'PUT /admin/seasons/{id}': { changing: (scene) => [inSeason(scene, { name: `Renamed ${scene.seasonId}`, yearStart: 2027, yearEnd: 2028 })] },
  'POST /admin/seasons/{id}/copy-sports': { changing: (scene) => [inSeason(scene, { sourceSeasonId: 1, roundIds: [] })] },
  'PUT /admin/seasons/{id}/toggle-active': { changing: (scene) => [false, true].map((isActive) => inSeason(scene, { isActive })) },
  'PUT /admin/seasons/{id}/rules': { changing: (scene) => [inSeason(scene, { ...RULES, ...WHY })] },
  'DELETE /admin/seasons/{id}/rules': { changing: (scene) => [inSeason(scene, WHY)] },
  'PUT /admin/seasons/{id}/note': { changing: (scene) => [inSeason(scene, { note: 'The last one bakes a cake.' })] },
  'POST /admin/seasons/{id}/seal-picks': { changing: (scene) => [inSeason(scene)] },
  'POST /admin/seasons/{id}/unseal-picks': { changing: (scene) => [inSeason(scene, WHY)] },
  'POST /admin/seasons/{id}/end': { changing: (scene) => [inSeason(scene)] },
  'POST /admin/seasons/{id}/reopen': { changing: (scene) => [inSeason(scene, WHY)] },
  'DELETE /admin/season-participants/{seasonId}/participants/{userId}': { changing: ({ seasonId, victim: userId }) => [{ at: { seasonId, userId } }] },
  'POST /admin/season-participants/{seasonId}/participants': { changing: ({ seasonId, victim: userId }) => [{ at: { seasonId }, body: { userId } }] },
  'POST /admin/season-participants/{seasonId}/participants/bulk/remove': { changing: ({ seasonId, victim, own }) => [{ at: { seasonId }, body: { userIds: [victim, own] } }] },
  'POST /admin/season-participants/{seasonId}/participants/bulk': { changing: ({ seasonId }) => [{ at: { seasonId } }] },

  'POST /admin/seasons/{id}/join-link': { changing: (scene) => [inSeason(scene, { approval: 'ask', until: '2027-12-31T20:00' })] },
  'GET /public/join/{token}': { changing: (scene) => [throughLink(scene)] },
  'POST /public/join/{token}': { changing: (scene) => [throughLink(scene, { name: 'Victor', email: 'victor@example.com' })] },
  'GET /admin/seasons/{id}/join-link': { changing: (scene) => [inSeason(scene)] },
  'GET /admin/join-requests': { changing: nothing },
  'DELETE /admin/seasons/{id}/join-link': { changing: (scene) => [inSeason(scene)] },
  'POST /public/join-confirmations': { once: () => [{ body: { token: 'none' } }] },
  'POST /admin/join-requests/{id}/accept': { once: ({ session }) => [{ at: { id: session } }] },
  'POST /admin/join-requests/{id}/decline': { once: ({ session }) => [{ at: { id: session } }] },

  'POST /public/my-link': { once: () => [{ body: { email: 'ann@example.com' } }] },
  'POST /admin/users': { once: () => [{ body: { name: 'Uma', email: '' } }] },
  'POST /admin/users/bulk': { once: () => [{ body: { players: [{ name: 'Vic', email: 'vic@example.com' }] } }] },
  'PUT /admin/users/{id}': { changing: (scene) => [ofVictim(scene, { name: 'Victor', email: 'other@example.com' }), ofVictim(scene, { name: 'Victim', email: 'victim@example.com' })] },
  'POST /admin/users/{id}/deactivate': { changing: (scene) => [ofVictim(scene)] },
  'POST /admin/users/{id}/reactivate': { changing: (scene) => [ofVictim(scene)] },
  'POST /admin/users/{id}/replace-links': { once: (scene) => [ofVictim(scene, WHY)] },
  'POST /admin/users/bulk/deactivate': { changing: ({ victim, own }) => [{ body: { userIds: [victim, own] } }] },
  'POST /admin/users/bulk/reactivate': { changing: ({ victim, own }) => [{ body: { userIds: [victim, own] } }] },
  'DELETE /admin/users/{id}': { changing: (scene) => [ofVictim(scene)] },

  'POST /admin/rounds/{id}/soft-delete': { changing: (scene) => [inRound(scene)], ending: (scene) => [inRound(scene)] },
  'POST /admin/rounds/{id}/restore': { changing: (scene) => [inRound(scene)] },
  'POST /admin/rounds/{id}/lock': { ending: (scene) => [inRound(scene, WHY)] },
  'DELETE /admin/rounds/{id}/permanent': { ending: (scene) => [inRound(scene, FOR_EVER)] },
  'POST /admin/seasons/{id}/soft-delete': { changing: (scene) => [inSeason(scene)], ending: (scene) => [inSeason(scene)] },
  'POST /admin/seasons/{id}/restore': { changing: (scene) => [inSeason(scene)] },
  'DELETE /admin/seasons/{id}/permanent': { ending: (scene) => [inSeason(scene, FOR_EVER)] },

  'PUT /admin/settings': { once: () => [{ body: { appTitle: 'Our Picks', pointsFirstPlace: 9 } }] },
  'PUT /admin/settings/email-notifications': { once: () => [{ body: { enabled: false } }] },
  'POST /admin/test-email': { once: () => [{ body: { email: 'someone@example.com' } }] },
  'POST /admin/outbox/{id}/retry': { once: ({ mails }) => mails.slice(0, 1).map((id) => ({ at: { id } })) },
  'POST /admin/outbox/retry': { once: nothing },
  'GET /admin/operations/export': { once: () => [{}, { query: 'personalData=false' }] },
  'POST /admin/operations/verify': { once: () => [{ body: {} }] },
  'GET /admin/operations': { once: nothing },
  'GET /admin/operations/backups': { once: nothing },
  'POST /admin/operations/backups': { once: nothing },
  'GET /admin/operations/backups/{file}': { once: () => [{ at: { file: 'league-2027-01-31T0330.backup' } }] },
  'POST /admin/users/{id}/erase': { once: (scene) => [ofVictim(scene, { confirmation: 'ERASE' })] },
  'POST /admin/historical-champions': { once: (scene) => [{ body: { playerId: scene.victim, endYear: 1998 } }] },
  'PUT /admin/historical-champions/{id}': { once: () => [{ at: { id: 1 }, body: { name: 'Rose', endYear: 1999 } }] },
  'DELETE /admin/historical-champions/{id}': { once: () => [{ at: { id: 1 } }] },
  'POST /admin/historical-champions/{id}/erase': { once: () => [{ at: { id: 1 }, body: { confirmation: 'ERASE' } }] },
  'POST /admin/seed/seed-test-data': { once: nothing },
  'POST /admin/seed/clear-test-data': { once: nothing },

  'GET /admin/admins': { once: nothing },
  'POST /admin/admins': { once: () => [{ body: { name: 'Sam', email: 'sam@example.com' } }] },
  'PUT /admin/admins/{id}/change-name': { once: () => [{ at: { id: 2 }, body: { newName: 'Samuel' } }] },
  'PUT /admin/admins/{id}/change-email': { once: () => [{ at: { id: 2 }, body: { newEmail: 'samuel@example.com' } }] },
  'POST /admin/admins/{id}/reset-second-factor': { once: () => [{ at: { id: 2 }, body: WHY }] },
  'DELETE /admin/admins/{id}/sessions': { once: () => [{ at: { id: 2 } }] },
  'DELETE /admin/admins/{id}': { once: () => [{ at: { id: 2 } }] },
  'POST /admin/admins/{id}/erase': { once: () => [{ at: { id: 2 }, body: { confirmation: 'ERASE' } }] },
  'POST /admin/operations/rebuild': { once: () => [{ body: { only: 'players' } }] },
  'GET /auth/me': { once: nothing },
  'PUT /auth/admin-summary': { once: () => [{ body: { enabled: true } }] },
  'POST /auth/change-name': { once: () => [{ body: { newName: 'Constance' } }] },
  'POST /auth/change-password': { once: () => [{ body: { currentPassword: 'wrong', newPassword: 'Cloudy-Ox-9' } }] },
  'POST /auth/change-email': { once: () => [{ body: { newEmail: 'constance@example.com', currentPassword: 'wrong' } }] },
  'POST /auth/initial-setup': { once: () => [{ body: { newName: CONNIE.name, newEmail: CONNIE.email, newPassword: CONNIE.password } }] },
  'POST /auth/request-login': { once: () => [{ body: { email: CONNIE.email } }] },
  'POST /auth/send-magic-link': { once: () => [{ body: { email: CONNIE.email } }] },
  'POST /auth/check-magic-link': { once: () => [{ body: { token: 'none' } }] },
  'POST /auth/verify-magic-link': { once: () => [{ body: { token: 'none' } }] },
  'POST /auth/forgot-password': { once: () => [{ body: { email: CONNIE.email } }] },
  'POST /auth/reset-password': { once: () => [{ body: { token: 'none', password: 'Stormy-Elk-8' } }] },
  'POST /auth/login': { once: () => [{ body: { email: CONNIE.email, password: 'wrong' } }] },
  'GET /auth/second-factor': { once: nothing },
  'POST /auth/second-factor/setup': { once: () => [{ body: { currentPassword: CONNIE.password } }] },
  'POST /auth/second-factor/confirm': { once: () => [{ body: { code: '000000' } }] },
  'POST /auth/second-factor/recovery-codes': { once: () => [{ body: { code: '000000' } }] },
  'DELETE /auth/second-factor': { once: () => [{ body: { code: '000000' } }] },
  'POST /auth/verify-second-factor': { once: () => [{ body: { challenge: 'none', code: '000000' } }] },
  'PUT /admin/settings/second-factor': { once: () => [{ body: { required: false } }] },
  'DELETE /auth/sessions/{id}': { once: ({ session }) => [{ at: { id: session } }] },
  'GET /auth/sessions': { once: nothing },
  'POST /auth/logout': { once: () => [{ by: 'leaving' }] },
  'DELETE /auth/sessions': { once: nothing },
}

export const pathOf = (call: EndpointName, { at = {}, query }: Asked) =>
  call.replace(/^\w+ /, '').replace(/\{(\w+)\}/g, (_, key) => `${at[key] ?? 0}`) + (query ? `?${query}` : '')

/** The paths of every GET of one sort of callers, for every one of the scenes. */
export function readingPaths(access: readonly Access[], scenes: readonly Scene[]): string[] {
  const calls = (Object.keys(SEALED_CALLS) as EndpointName[]).filter(
    (call) => call.startsWith('GET ') && access.includes(endpoints[call].access),
  )
  const paths = scenes.flatMap((scene) =>
    calls.flatMap((call) =>
      (['reading', 'of an event', 'once'] as const).flatMap((phase) =>
        (SEALED_CALLS[call][phase]?.(scene) ?? []).map((asked) => pathOf(call, asked)),
      ),
    ),
  )
  return [...new Set(paths)]
}

/** For the victim with either value, then for the admin's own player. */
function entries({ roundId, victim, own, picks, guesses, asks }: Scene): readonly Asked[] {
  const guessed = asks ? guesses : []
  return [
    { userId: victim, picks: [] },
    ...picks.map((chosen) => ({ userId: victim, picks: chosen })),
    ...guessed.flatMap((guess) => picks.map((chosen) => ({ userId: victim, picks: chosen, guess }))),
    { userId: own, picks: picks[0] },
    { userId: victim, picks: ['Nobody of this name', 'Nor of this', 'Nor this', 'Nor this one'] },
  ].map((body) => ({ body: { roundId, ...WHY, ...body } }))
}

/** One team less, each in turn; and all else that a sport has. */
function edits(scene: Scene): readonly Asked[] {
  const { teams, roundId } = scene
  return [
    ...teams.map((gone) => ({ teams: teams.filter((team) => team !== gone) })),
    { teams: [...teams].reverse() },
    { teams: [...teams, 'Whites'] },
    { teams: [] },
    { sportName: `Renamed ${roundId}` },
    { lockTime: OTHER_LOCK, ...WHY },
    { emailMessage: 'Hurry up' },
    { pickType: 'single' },
    { pickType: 'multiple', numWriteInPicks: 2 },
    { numWriteInPicks: 4 },
    { numWriteInPicks: 1 },
    { slotNames: ['Champion', 'Relegated'] },
  ].map((body) => inRound(scene, body))
}
