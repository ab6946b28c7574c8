import type { CompleteBody, RoundBody } from '../../../api/contract/rounds.ts'
import type { SeasonBody } from '../../../api/contract/seasons.ts'
import type { TieBreakQuestion } from '../../../domain/rounds/round.ts'
import type { LoggedLeague, LogParts } from './in-log.ts'
import { playInLog } from './in-log.ts'
import { type HttpOptions, type League, playOverHttp } from './over-http.ts'
import { type RunningLeague, type StartOptions, startLeague } from './running.ts'

export type Person = { name: string; email: string | null }
export type SportValues = Partial<RoundBody> & { tieBreak?: TieBreakQuestion }
export type RoundPlan = {
  values: SportValues
  until: 'draft' | 'open' | 'locked' | 'completed'
  /** By the player's name. */
  picks: Record<string, readonly string[]>
  result: CompleteBody
}
export type SeasonPlan = { values: Partial<SeasonBody>; rounds: readonly RoundPlan[]; isEnded: boolean }
export type LeaguePlan = { people: readonly Person[]; seasons: readonly SeasonPlan[] }

/**
 * The league that a test is about. Nothing happens until it is played: over HTTP on an application, or decided and
 * appended to a log.
 *
 *     const league = await aLeague().withPlayers('Ann', 'Bob').withSeason().withRound().withPicks({ Ann: ['Reds'] }).start()
 */
export const aLeague = () => planned({ people: [], seasons: [] })

function planned(plan: LeaguePlan) {
  const withSeasonAs = (change: (season: SeasonPlan) => SeasonPlan) => {
    const last = plan.seasons.at(-1)
    if (!last) throw new Error('The league has no season yet: call withSeason first')
    return planned({ ...plan, seasons: plan.seasons.with(-1, change(last)) })
  }
  const withRoundAs = (change: (round: RoundPlan) => RoundPlan) =>
    withSeasonAs((season) => {
      const last = season.rounds.at(-1)
      if (!last) throw new Error('The season has no round yet: call withRound first')
      return { ...season, rounds: season.rounds.with(-1, change(last)) }
    })
  const withAnotherRound = (values: SportValues, until: RoundPlan['until']) =>
    withSeasonAs((season) => ({
      ...season,
      rounds: [...season.rounds, { values, until, picks: {}, result: {} }],
    }))
  return {
    /** Names, with addresses at example.com; or names and addresses, where it matters; or lists of these. */
    withPlayers: (...people: readonly (string | Person | readonly (string | Person)[])[]) =>
      planned({ ...plan, people: [...plan.people, ...people.flat().map(personOf)] }),
    /** The Family Cup of 2027, in which all players take part. What follows belongs to it. */
    withSeason: (values: Partial<SeasonBody> = {}) =>
      planned({ ...plan, seasons: [...plan.seasons, { values, rounds: [], isEnded: false }] }),
    /** Football with three teams, open for picks. */
    withRound: (values: SportValues = {}) => withAnotherRound(values, 'open'),
    /** The same, not open yet. */
    withDraft: (values: SportValues = {}) => withAnotherRound(values, 'draft'),
    /** In the last round, through each player's link. */
    withPicks: (picks: RoundPlan['picks']) => withRoundAs((round) => ({ ...round, picks })),
    /** The last round, by hand. */
    locked: () => withRoundAs((round) => ({ ...round, until: 'locked' })),
    completed: (result: CompleteBody) => withRoundAs((round) => ({ ...round, until: 'completed', result })),
    /** The last season. */
    ended: () => withSeasonAs((season) => ({ ...season, isEnded: true })),
    /** Plays it on an application of its own, which closes with the league. */
    start: (options: StartOptions = {}): Promise<RunningLeague> => startLeague(plan, options),
    /** Plays it on a fresh application that runs already. */
    on: (application: { url: string; dataDir: string }, options: HttpOptions = {}): Promise<League> =>
      playOverHttp(plan, application, options),
    /** Decides it and appends it to a log, without HTTP. */
    in: (parts: LogParts): Promise<LoggedLeague> => playInLog(plan, parts),
  }
}

const personOf = (person: string | Person): Person =>
  typeof person === 'string' ? { name: person, email: emailOf(person) } : person

const emailOf = (name: string) => `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}@example.com`
