import type { Instant } from '../../domain/event.ts'
import { counted, listedUpTo } from '../../domain/names.ts'
import { isOpenAt } from '../../domain/rounds/round.ts'
import { nextYearText } from '../../domain/season-story/next-year.ts'
import { sportsToCopy } from '../../domain/seasons/copying.ts'
import { isPlayed } from '../../domain/seasons/season.ts'
import { roundsIn, type WholeSeason } from '../../domain/seasons/season-stream.ts'
import { requestsToDecide } from '../../platform/database/join-requests.ts'
import type { PrivateSchema } from '../../platform/database/private-schema.ts'
import { oneLine, type Part } from '../../platform/mail/email-content.ts'
import { countFailedSince } from '../../platform/mail/mail-list.ts'
import { later } from '../../platform/time/clock.ts'
import { lateRequestsIn } from '../../projections/now/late-requests.ts'
import { invitedParticipants } from '../../projections/now/participants.ts'
import { pickersOf, type RoundInSeason } from '../../projections/now/rounds.ts'
import { listSeasons } from '../../projections/now/seasons.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import { text } from './mails/parts.ts'

const DAY_MS = 24 * 3_600_000
const NAMES_MAX = 25

type Sources = {
  read: Read
  privateSchema: PrivateSchema
  tablesFailure: string | null
  now: Instant
  appUrl: string
  /** From the summary of the day before to this one: what is told once. */
  day: { since: Instant; until: Instant }
}

/** What waits for an admin, and never a pick. Empty where nothing does. */
export async function summaryOf(sources: Sources): Promise<Part[]> {
  const { read, privateSchema, tablesFailure, now } = sources
  const seasons = await listSeasons(read)
  const played = seasons.filter(({ season }) => isPlayed(season))
  const found = played.flatMap((season) =>
    roundsIn(season)
      .filter(({ deletedAt, cancelled }) => deletedAt === null && cancelled === null)
      .map((round) => ({ round, season })),
  )
  const ids = new Set(played.map(({ season }) => season.seasonId))
  const requests = (await requestsToDecide(privateSchema, now)).filter(({ season_id }) => ids.has(season_id))
  const failed = await countFailedSince(privateSchema, later(now, -DAY_MS))
  const open = found.filter(({ round }) => isOpenAt(round, now))
  const locked = found.filter(({ round }) => round.status === 'locked')
  const overdue = locked.filter(({ round }) => round.locksAt < later(now, -DAY_MS))
  return [
    ...under('Missing picks', await missingIn(read, open)),
    ...under('Late picks that somebody asked for', await lateIn(read, locked)),
    ...under('Locked for more than a day, without a result', overdue.map(nameOf)),
    ...under('Not opened', found.flatMap(notOpened)),
    ...under('Players', requests.length === 0 ? [] : [`${counted(requests.length, 'request')} to join`]),
    ...under('Mail', failed === 0 ? [] : [`${counted(failed, 'mail')} failed since yesterday`]),
    ...under('Server', tablesFailure === null ? [] : [`The standings are not updated: ${tablesFailure}`]),
    ...(played.length === 0 ? await nextYearAfter(seasons, sources) : []),
  ]
}

async function nextYearAfter(
  seasons: readonly WholeSeason[],
  { read, appUrl, day }: Sources,
): Promise<Part[]> {
  const ended = seasons.flatMap((whole) =>
    whole.season.status === 'ended' ? { whole, season: whole.season } : [],
  )
  const [last] = ended.toSorted((one, other) => (one.season.endedAt < other.season.endedAt ? 1 : -1))
  if (!last || last.season.endedAt < day.since || last.season.endedAt >= day.until) return []
  const players = (await invitedParticipants(read, last.whole)).length
  const text = nextYearText(last.season, { players, sports: sportsToCopy(last.whole).length })
  const url = `${appUrl}/admin/seasons?from=${last.season.seasonId}`
  return [
    { kind: 'subheading', text: 'Next season' },
    { kind: 'link', label: oneLine(text), url },
  ]
}

const under = (heading: string, lines: readonly string[]): Part[] =>
  lines.length === 0 ? [] : [{ kind: 'subheading', text: heading }, text(lines.join('\n'))]

const nameOf = ({ round, season }: RoundInSeason) =>
  `${oneLine(round.sportName)} in ${oneLine(season.season.name)}`

async function missingIn(read: Read, open: readonly RoundInSeason[]): Promise<string[]> {
  const pickers = await pickersOf(read, open)
  return open.flatMap((found) => {
    const all = pickers(found)
    const missing = all.filter(({ hasPicked }) => !hasPicked).map(({ player }) => oneLine(player.name))
    if (missing.length === 0) return []
    const picked = `${all.length - missing.length} of ${all.length} have picked`
    return [`${nameOf(found)}: ${picked}. Missing: ${listedUpTo(NAMES_MAX, missing)}`]
  })
}

async function lateIn(read: Read, locked: readonly RoundInSeason[]): Promise<string[]> {
  const requestsIn = await lateRequestsIn(read, locked)
  return locked.flatMap((found) => {
    const { length } = requestsIn(found)
    return length === 0 ? [] : [`${nameOf(found)}: ${length}`]
  })
}

const notOpened = (found: RoundInSeason): string[] => {
  const { failed } = found.round.opening ?? {}
  return failed ? [`${nameOf(found)}: ${failed}`] : []
}
