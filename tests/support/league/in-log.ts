import type { CompleteBody, RoundBody } from '../../../api/contract/rounds.ts'
import { pick, submitPick } from '../../../domain/picks/pick.ts'
import { addPlayer, player } from '../../../domain/players/player.ts'
import { type NamedPlaces, type RoundDetails, round } from '../../../domain/rounds/round.ts'
import { activateRound, completeRound, createRound } from '../../../domain/rounds/round-decisions.ts'
import { NOBODY_PLACED } from '../../../domain/rounds/round-result.ts'
import { createSeason, season } from '../../../domain/seasons/season.ts'
import type { EventStore } from '../../../platform/event-store/event-store.ts'
import type { Projector } from '../../../projections/engine/projector.ts'
import { caughtUp } from '../caught-up.ts'
import type { LeaguePlan, RoundPlan } from './a-league.ts'
import { type Commands, eventsOfRound, lockedNow, seasonInLog } from './commands.ts'
import { FAMILY_CUP, FOOTBALL } from './examples.ts'

/** Without a projector there are no tables to wait for. */
export type LogParts = Commands & { store: EventStore; projector?: Pick<Projector, 'waitFor'> }

/** Players, seasons and rounds have the ids 1, 2, 3 ... as planned. */
export type LoggedLeague = {
  playerIds: readonly number[]
  /** The last season. */
  seasonId: number
  /** The last round. */
  roundId: number
  /** The id of the last event of the last round. */
  lastEventId: string
}

/** Decides a league and appends it to an empty log, and waits for its tables. */
export async function playInLog(plan: LeaguePlan, parts: LogParts): Promise<LoggedLeague> {
  const { run, store } = parts
  for (const [index, person] of plan.people.entries()) {
    await run(player, [index + 1], (state) => addPlayer(state, { playerId: index + 1, ...person }))
  }
  const playerIds = plan.people.map((_, index) => index + 1)
  let seasonId = 0
  let roundId = 0
  for (const { values, rounds, isEnded } of plan.seasons) {
    if (isEnded) throw new Error('End the season by a command of its own')
    seasonId += 1
    const { participantIds: participants = playerIds, ...details } = { ...FAMILY_CUP, ...values }
    const created = { commissioner: null, ...details, seasonId, participants }
    await run(season, [seasonId], (state) => createSeason(state, created))
    for (const planned of rounds) {
      roundId += 1
      await playRound(parts, plan, planned, { seasonId, roundId })
    }
  }
  const lastEventId = (await eventsOfRound(store, roundId)).at(-1)?.id ?? ''
  if (parts.projector) await caughtUp({ store, projector: parts.projector })
  return { playerIds, seasonId, roundId, lastEventId }
}

async function playRound(
  { run, pickContext, store }: LogParts,
  { people }: LeaguePlan,
  { values, until, picks, result }: RoundPlan,
  ids: { seasonId: number; roundId: number },
) {
  const { roundId } = ids
  const inSeason = await seasonInLog(store, ids.seasonId)
  const { tieBreak } = values
  const planned = { ...detailsOf(values), ...ids, ...(tieBreak && { tieBreak }) }
  const recipients = people.map(({ email }, index) => ({ playerId: index + 1, email }))
  await run(round, [roundId], (state) => createRound(state, inSeason, planned))
  if (until === 'draft') return
  await run(round, [roundId], (state, now) => activateRound(state, inSeason, recipients, now))
  for (const [name, chosen] of Object.entries(picks)) {
    const playerId = people.findIndex((person) => person.name === name) + 1
    const context = await pickContext(roundId, playerId)
    await run(pick, [roundId, playerId], (state, now) => submitPick(state, context, chosen, now))
  }
  if (until === 'open') return
  await run(round, [roundId], lockedNow)
  if (until === 'locked') return
  const scored = { places: placesOf(result), placements: [] }
  await run(round, [roundId], (state) => completeRound(state, inSeason, scored, NOBODY_PLACED))
}

/** What the REST contract calls a sport, as the domain keeps it. */
function detailsOf(values: Partial<RoundBody>): RoundDetails {
  const { sportName, pickType, lockTime, timezone, teams, numWriteInPicks, emailMessage } = {
    ...{ numWriteInPicks: null, emailMessage: null },
    ...FOOTBALL,
    ...values,
  }
  return {
    ...{ sportName, pickType, teams, emailMessage },
    picksMax: pickType === 'single' ? 1 : (numWriteInPicks ?? 1),
    locksAt: new Date(lockTime).toISOString(),
    timeZone: timezone,
  }
}

const placesOf = (result: CompleteBody): NamedPlaces =>
  Object.fromEntries(
    Object.entries({
      first: result.firstPlaceTeam,
      second: result.secondPlaceTeam,
      third: result.thirdPlaceTeam,
      fourth: result.fourthPlaceTeam,
      fifth: result.fifthPlaceTeam,
    }).filter(([, team]) => typeof team === 'string'),
  )
