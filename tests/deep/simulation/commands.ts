import type { DomainEvent } from '../../../domain/domain-event.ts'
import { linkGeneration } from '../../../domain/picks/pick-links.ts'
import { player as players } from '../../../domain/players/player.ts'
import type { PresentRound } from '../../../domain/rounds/round.ts'
import { season as seasons } from '../../../domain/seasons/season.ts'
import type { Links } from '../../../platform/links/links.ts'
import type { Chance } from './chance.ts'
import type { Truth } from './truth.ts'

/** What an admin or a player asks of the server. */
export type Ask = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  /** One of these stands in the log exactly once if it was answered with yes, and not at all if with no. */
  tells?: readonly DomainEvent['type'][]
  pick?: { roundId: number; playerId: number; values: string[] }
}

type Kind = {
  /** How likely it is: much more so while it has a chance to be accepted. */
  weight: (truth: Truth) => number
  make: (truth: Truth, chance: Chance, links: Links) => Ask | null
}

export const ADDRESSES = ['ann@example.com', 'bob@example.com', 'family@example.com']

const hours = (from: string, count: number) => new Date(Date.parse(from) + count * 3_600_000).toISOString()

/** Once its time has passed, what needs the lock may lock it. */
const withStatus = ({ rounds, now }: Truth, ...wanted: string[]) =>
  rounds.filter(({ status, locksAt, deletedAt }) => {
    const isDue = status === 'active' && now >= locksAt
    return deletedAt === null && wanted.includes(isDue ? 'locked' : status)
  })

/** Mostly one for which it makes sense, else any. */
const aRound = (chance: Chance, truth: Truth, ...wanted: string[]): PresentRound | null => {
  const fitting = withStatus(truth, ...wanted)
  const rounds = fitting.length > 0 && chance.happens(0.9) ? fitting : truth.rounds
  return rounds.length === 0 ? null : chance.oneOf(rounds)
}

const aSeason = (chance: Chance, { seasons }: Truth) => chance.oneOf(seasons).id
const aPlayer = (chance: Chance, { players }: Truth) => chance.oneOf(players).playerId

/** Values that stand nowhere else, so that one look finds them where they should not be. */
export function someTeams(chance: Chance): string[] {
  const mark = chance.between(1, 1_000_000_000)
  return ['Reds', 'Blues', 'Greens'].map((team) => `${team}-${mark}!`)
}

function valuesFor(chance: Chance, round: PresentRound): string[] {
  if (round.pickType === 'single') return [chance.oneOf(chance.happens(0.95) ? round.teams : ['Nobody'])]
  const films = someTeams(chance)
  return chance.happens(0.8) ? [chance.oneOf(films)] : films.slice(0, chance.between(0, 3))
}

const guessFor = (chance: Chance, { tieBreak }: PresentRound) =>
  tieBreak && chance.happens(0.8) ? { guess: chance.between(1, 8) } : {}

const askTieBreak: Kind['make'] = (truth, chance) => {
  const round = aRound(chance, truth, 'draft', 'active')
  if (!round) return null
  const path = `/admin/rounds/${round.roundId}/tie-break`
  if (round.tieBreak && chance.happens(0.2)) return { name: 'drop question', method: 'DELETE', path }
  const body = { question: chance.oneOf(['How many goals?', 'How many points?']), unit: null }
  return { name: 'ask question', method: 'PUT', path, body }
}

const setRules: Kind['make'] = (truth, chance) => {
  const tieBreak = chance.oneOf([['guess'], ['guess', 'countback'], []])
  const points = { first: 1, second: 1, third: 1, fourth: 1, fifth: 1, sixthPlus: 1 }
  const body = { points, noPick: 0, dropWorst: 0, tieBreak, reason: 'Agreed at dinner' }
  return { name: 'set rules', method: 'PUT', path: `/admin/seasons/${aSeason(chance, truth)}/rules`, body }
}

const onRound =
  (name: string, action: string, tells: DomainEvent['type'][], ...wanted: string[]): Kind['make'] =>
  (truth, chance) => {
    const round = aRound(chance, truth, ...wanted)
    if (!round) return null
    return { name, method: 'POST', path: `/admin/rounds/${round.roundId}/${action}`, tells }
  }

const look: Kind['make'] = (truth, chance) => {
  const round = aRound(chance, truth, 'active')
  if (!round) return null
  const body = { playerIds: [aPlayer(chance, truth)], reason: 'A player asked' }
  const path = `/admin/rounds/${round.roundId}/look`
  return { name: 'look at a pick', method: 'POST', path, body, tells: ['PicksLookedAt'] }
}

const unseal: Kind['make'] = (truth, chance) => {
  const path = `/admin/seasons/${aSeason(chance, truth)}/unseal-picks`
  return { name: 'unseal', method: 'POST', path, body: { reason: 'We trust each other' } }
}

const onSeason =
  (
    name: string,
    action: string,
    tells: DomainEvent['type'][],
    method: 'POST' | 'PUT' = 'POST',
  ): Kind['make'] =>
  (truth, chance) => ({ name, method, path: `/admin/seasons/${aSeason(chance, truth)}/${action}`, tells })

/** As likely as the first while such a round is there, else as the second. */
const where =
  (wanted: string[], weight: number, otherwise: number) =>
  (truth: Truth): number =>
    withStatus(truth, ...wanted).length > 0 ? weight : otherwise

const createRound: Kind['make'] = (truth, chance) => {
  const single = chance.happens(0.6)
  const body = {
    seasonId: aSeason(chance, truth),
    sportName: `Sport ${truth.rounds.length + 1}`,
    pickType: single ? 'single' : 'multiple',
    lockTime: hours(truth.now, chance.oneOf([1, 5, 30, 60])),
    timezone: chance.oneOf(['America/New_York', 'Europe/Berlin', 'UTC']),
    ...(single ? { teams: someTeams(chance) } : { numWriteInPicks: 3 }),
  }
  return { name: 'create round', method: 'POST', path: '/admin/rounds', body, tells: ['RoundCreated'] }
}

/** All sports that the other season has not yet. */
const copySports: Kind['make'] = (truth, chance) => {
  const sourceSeasonId = aSeason(chance, truth)
  const body = { sourceSeasonId, shift: chance.oneOf(['weekday', 'date', 'keep']), opensDaysBefore: 1 }
  const path = `/admin/seasons/${aSeason(chance, truth)}/copy-sports`
  return { name: 'copy sports', method: 'POST', path, body }
}

/** The next year of a season, with all that it brings along. */
const createFrom: Kind['make'] = (truth, chance) => {
  const copyFrom = { seasonId: aSeason(chance, truth), opensDaysBefore: 1 }
  const body = { name: 'Next Year', yearStart: 2027, yearEnd: 2027, copyFrom }
  return { name: 'create season from', method: 'POST', path: '/admin/seasons', body, tells: ['SeasonCopied'] }
}

const pickByLink: Kind['make'] = (truth, chance, links) => {
  const round = aRound(chance, truth, chance.happens(0.8) ? 'active' : 'locked')
  if (!round) return null
  const { roundId } = round
  const playerId = aPlayer(chance, truth)
  const values = valuesFor(chance, round)
  const path = `/picks/${tokenFor(truth, links, round, playerId)}`
  const body = { picks: values, ...guessFor(chance, round) }
  return { name: 'pick', method: 'POST', path, body, pick: { roundId, playerId, values } }
}

const askLate: Kind['make'] = (truth, chance, links) => {
  const round = aRound(chance, truth, 'locked')
  if (!round) return null
  const path = `/picks/${tokenFor(truth, links, round, aPlayer(chance, truth))}/ask-late`
  const body = { picks: valuesFor(chance, round), ...guessFor(chance, round) }
  return { name: 'ask late', method: 'POST', path, body, tells: ['PickAskedLate'] }
}

function tokenFor(truth: Truth, links: Links, round: PresentRound, playerId: number): string {
  const { seasonId, roundId } = round
  const season = truth.seasons.find(({ id }) => id === seasonId)?.state ?? seasons.initial
  const player = truth.players.find((one) => one.playerId === playerId) ?? players.initial
  return links.pick.tokenFor({
    ...{ seasonId, roundId, playerId },
    generation: linkGeneration({ round, season, player }),
  })
}

const enterPick: Kind['make'] = (truth, chance) => {
  const round = aRound(chance, truth, 'active', 'locked')
  if (!round) return null
  const { roundId } = round
  const userId = aPlayer(chance, truth)
  const values = valuesFor(chance, round)
  const body = { userId, roundId, picks: values, ...guessFor(chance, round), reason: 'By telephone' }
  const pick = { roundId, playerId: userId, values }
  return { name: 'enter pick', method: 'POST', path: '/admin/picks', body, pick }
}

const clearPick: Kind['make'] = ({ events }, chance) => {
  const made = events.filter((event) => event.type === 'PickSubmitted' || event.type === 'PickEntered')
  if (made.length === 0) return null
  const { roundId, playerId: userId } = chance.oneOf(made).data
  const body = { userId, roundId, picks: [], reason: 'Not theirs' }
  return { name: 'clear pick', method: 'POST', path: '/admin/picks', body, tells: ['PickEntryWithdrawn'] }
}

const completeRound: Kind['make'] = (truth, chance) => {
  const round = aRound(chance, truth, 'locked')
  if (!round) return null
  const teams = round.pickType === 'single' ? [...round.teams] : someTeams(chance)
  const [firstPlaceTeam, secondPlaceTeam] = chance.happens(0.5) ? teams : teams.reverse()
  const places = ['first', 'second', 'fifth', 'none'] as const
  const manualScores = chance
    .someOf(truth.players)
    .map(({ playerId }) => ({ userId: playerId, placement: chance.oneOf(places) }))
  const body = {
    ...{ firstPlaceTeam, secondPlaceTeam, reason: 'The result was wrong' },
    ...(round.pickType === 'multiple' ? { manualScores } : {}),
    ...(round.tieBreak ? { tieBreakAnswer: chance.oneOf([null, 3, 4.5]) } : {}),
  }
  const path = `/admin/rounds/${round.roundId}/complete`
  return { name: 'complete', method: 'POST', path, body, tells: ['RoundCompleted'] }
}

const cancelRound: Kind['make'] = (truth, chance) => {
  const round = aRound(chance, truth, 'draft', 'active', 'locked')
  if (!round) return null
  const path = `/admin/rounds/${round.roundId}/cancel`
  return { name: 'cancel', method: 'POST', path, body: { reason: 'Snow' }, tells: ['RoundCancelled'] }
}

/** Drafts that can still be activated. */
const waiting = (truth: Truth) => withStatus(truth, 'draft').filter(({ locksAt }) => locksAt > truth.now)

const activate: Kind['make'] = (truth, chance) => {
  const rounds = waiting(truth).length > 0 ? waiting(truth) : truth.rounds
  const path = `/admin/rounds/${chance.oneOf(rounds).roundId}/activate`
  return { name: 'activate', method: 'POST', path, tells: ['RoundActivated'] }
}

const openLater: Kind['make'] = (truth, chance) => {
  const rounds = waiting(truth).length > 0 ? waiting(truth) : truth.rounds
  if (rounds.length === 0) return null
  const { roundId, opening } = chance.oneOf(rounds)
  const path = `/admin/rounds/${roundId}/opening`
  if (opening && chance.happens(0.2)) return { name: 'open by hand again', method: 'DELETE', path }
  const body = { opensAt: hours(truth.now, chance.oneOf([1, 4, 20])) }
  return { name: 'open later', method: 'PUT', path, body }
}

const reschedule: Kind['make'] = (truth, chance) => {
  const round = aRound(chance, truth, 'draft', 'active')
  if (!round) return null
  const body = { lockTime: hours(truth.now, chance.oneOf([1, 2, 30])), timezone: 'UTC', reason: 'Rain' }
  return { name: 'reschedule', method: 'PUT', path: `/admin/rounds/${round.roundId}`, body }
}

/** To a name that no team has had. */
const renameTeam: Kind['make'] = (truth, chance) => {
  const round = aRound(chance, truth, 'draft', 'active', 'locked')
  if (!round || round.teams.length === 0) return null
  const [to = ''] = someTeams(chance)
  const body = { from: chance.oneOf(round.teams), to, reason: 'They moved' }
  const path = `/admin/rounds/${round.roundId}/teams/rename`
  return { name: 'rename team', method: 'PUT', path, body, tells: ['RoundTeamRenamed'] }
}

const changeSettings: Kind['make'] = (_truth, chance) => {
  const points = { pointsFirstPlace: chance.between(0, 20), pointsSixthPlusPlace: chance.between(0, 3) }
  const body = chance.happens(0.6)
    ? points
    : { reminderType: chance.oneOf(['daily', 'before_lock', 'none']), reminderFirstHours: 24 }
  return { name: 'change settings', method: 'PUT', path: '/admin/settings', body }
}

const switchMail: Kind['make'] = (_truth, chance) => ({
  name: 'switch mail',
  method: 'PUT',
  path: '/admin/settings/email-notifications',
  body: { enabled: chance.happens(0.7) },
})

const participant =
  (method: 'POST' | 'DELETE'): Kind['make'] =>
  (truth, chance) => {
    const userId = aPlayer(chance, truth)
    const path = `/admin/season-participants/${aSeason(chance, truth)}/participants`
    return method === 'POST'
      ? { name: 'add participant', method, path, body: { userId } }
      : { name: 'remove participant', method, path: `${path}/${userId}` }
  }

const onPlayer =
  (name: string, action: string): Kind['make'] =>
  (truth, chance) => ({ name, method: 'POST', path: `/admin/users/${aPlayer(chance, truth)}/${action}` })

const addPlayer: Kind['make'] = (truth, chance) => {
  const body = { name: `Player ${truth.players.length + 1}`, email: chance.oneOf([...ADDRESSES, '']) }
  return { name: 'add player', method: 'POST', path: '/admin/users', body, tells: ['PlayerAdded'] }
}

const YEARS = [1998, 1999, 2000]

/** Of long ago, or of a year that somebody has won already; the first ones are taken away again. */
const honour: Kind['make'] = (truth, chance) => {
  const path = '/admin/historical-champions'
  const body = { name: chance.oneOf(['Grandma Rose', 'Uncle Theo']), endYear: chance.oneOf(YEARS) }
  const action = chance.oneOf(['record', 'link', 'correct', 'remove'])
  const at = `${path}/${chance.between(1, 4)}`
  if (action === 'remove') return { name: 'remove champion', method: 'DELETE', path: at }
  if (action === 'correct') return { name: 'correct champion', method: 'PUT', path: at, body }
  const playerId = aPlayer(chance, truth)
  const recorded = action === 'link' ? { playerId, endYear: body.endYear } : body
  return { name: 'record champion', method: 'POST', path, body: recorded, tells: ['PastChampionRecorded'] }
}

/** To everybody or to some, often where it is refused; at times it is withdrawn. */
const write: Kind['make'] = (truth, chance) => {
  if (chance.happens(0.3)) {
    const path = `/admin/messages/${chance.between(1, 4)}/withdraw`
    return { name: 'withdraw message', method: 'POST', path }
  }
  const to = chance.oneOf([{ audience: 'all' }, { audience: 'chosen', playerIds: [aPlayer(chance, truth)] }])
  const body = { seasonId: aSeason(chance, truth), ...to, subject: 'Dinner', text: 'We meet at seven.' }
  return { name: 'send message', method: 'POST', path: '/admin/messages', body, tells: ['MessageSent'] }
}

/** What has just been done, or something long ago. */
const undo: Kind['make'] = ({ events }, chance) => {
  const id = chance.oneOf(events.slice(chance.happens(0.7) ? -3 : 0)).id
  return { name: 'undo', method: 'POST', path: `/admin/history/${id}/undo`, body: { reason: 'A mistake' } }
}

const seasonIs =
  (status: 'open' | 'ended', weight: number) =>
  ({ seasons }: Truth): number =>
    seasons.some(({ state }) => state.status === status) ? weight : 0.3

const noneOpen = (truth: Truth) => withStatus(truth, 'draft', 'active', 'locked').length === 0
const anyDeleted = ({ rounds, seasons }: Truth, of: 'rounds' | 'seasons') =>
  of === 'rounds'
    ? rounds.some(({ deletedAt }) => deletedAt !== null)
    : seasons.some(({ state }) => 'deletedAt' in state && state.deletedAt !== null)

const anyCancelled = ({ rounds }: Truth) => rounds.some(({ cancelled }) => cancelled !== null)

const isInactive = ({ seasons }: Truth) =>
  seasons.some(({ state }) => 'active' in state && !state.active && state.deletedAt === null)

const TOGGLED = ['SeasonActivated', 'SeasonDeactivated'] as const

// biome-ignore format: a table reads best as one
const KINDS: readonly Kind[] = [
  { weight: pickOpen, make: pickByLink },
  { weight: where(['active', 'locked'], 6, 0.2), make: enterPick },
  { weight: where(['locked'], 3, 0.2), make: askLate },
  { weight: where(['active', 'locked'], 4, 0.2), make: clearPick },
  { weight: (truth) => (waiting(truth).length > 0 ? 12 : 0.2), make: activate },
  { weight: (truth) => (truth.rounds.length < 3 ? 1.5 : 0.2), make: createRound },
  { weight: (truth) => (truth.rounds.length < 6 ? 0.6 : 0.1), make: copySports },
  { weight: (truth) => (truth.seasons.length < 3 ? 0.5 : 0), make: createFrom },
  { weight: where(['draft', 'active'], 2, 0.2), make: reschedule },
  { weight: where(['active', 'locked'], 2, 0.2), make: renameTeam },
  { weight: where(['active'], 2, 0.3), make: onRound('remind', 'send-reminder', [], 'active') },
  { weight: where(['active'], 4, 0.3), make: onRound('lock', 'lock', [], 'active') },
  { weight: where(['locked'], 12, 0.5), make: completeRound },
  { weight: where(['completed'], 4, 0.3), make: onRound('unlock', 'unlock', ['RoundUnlocked'], 'completed') },
  { weight: where(['draft', 'active', 'locked'], 1, 0.2), make: onRound('delete round', 'soft-delete', ['RoundDeleted'], 'draft', 'active', 'locked') },
  { weight: where(['draft', 'active', 'locked'], 1, 0.2), make: cancelRound },
  { weight: (truth) => (anyCancelled(truth) ? 6 : 0.2), make: onRound('reinstate', 'reinstate', ['RoundReinstated']) },
  { weight: (truth) => (anyDeleted(truth, 'rounds') ? 5 : 0.2), make: onRound('restore round', 'restore', ['RoundRestored']) },
  { weight: (truth) => (noneOpen(truth) ? seasonIs('open', 8)(truth) : 0.3), make: onSeason('end', 'end', ['SeasonEnded']) },
  { weight: seasonIs('ended', 4), make: onSeason('reopen', 'reopen', ['SeasonReopened']) },
  { weight: () => 0.6, make: onSeason('delete season', 'soft-delete', ['SeasonDeleted']) },
  { weight: (truth) => (anyDeleted(truth, 'seasons') ? 12 : 0.2), make: onSeason('restore season', 'restore', ['SeasonRestored']) },
  { weight: (truth) => (isInactive(truth) ? 12 : 0.6), make: onSeason('toggle season', 'toggle-active', [...TOGGLED], 'PUT') },
  { weight: where(['draft'], 5, 0.2), make: openLater },
  { weight: where(['draft', 'active'], 3, 0.2), make: askTieBreak },
  { weight: () => 1, make: setRules },
  { weight: () => 0.6, make: onSeason('seal', 'seal-picks', []) },
  { weight: () => 0.4, make: unseal },
  { weight: where(['active'], 1, 0.1), make: look },
  { weight: () => 3, make: changeSettings },
  { weight: () => 0.7, make: switchMail },
  { weight: () => 1.5, make: participant('POST') },
  { weight: () => 1, make: participant('DELETE') },
  { weight: () => 1, make: addPlayer },
  { weight: () => 0.7, make: onPlayer('deactivate', 'deactivate') },
  { weight: () => 1, make: onPlayer('reactivate', 'reactivate') },
  { weight: () => 0.5, make: onPlayer('replace links', 'replace-links') },
  { weight: () => 0.5, make: honour },
  { weight: () => 0.5, make: write },
  { weight: () => 2, make: undo },
]

function pickOpen(truth: Truth) {
  return where(['active'], 22, 0.5)(truth) + where(['locked'], 4, 0)(truth)
}

/** One of all, those that make sense now much more often. */
export function randomAsk(truth: Truth, chance: Chance, links: Links): Ask {
  const weights = KINDS.map(({ weight }) => weight(truth))
  let left = chance.next() * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    left -= weight
    const ask = left < 0 ? KINDS[index]?.make(truth, chance, links) : null
    if (ask) return ask
  }
  return addPlayer(truth, chance, links) ?? { name: 'look', method: 'GET', path: '/public/seasons' }
}
