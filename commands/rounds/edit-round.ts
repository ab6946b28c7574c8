import { Refusal } from '../../domain/refusal.ts'
import type { Round, RoundDetails } from '../../domain/rounds/round.ts'
import {
  addTeams,
  editRound,
  pickedTeamsStay,
  removeTeams,
  teamsGone,
} from '../../domain/rounds/round-editing.ts'
import { isSealedFromAdmins } from '../../domain/seasons/sealing.ts'
import type { Season } from '../../domain/seasons/season.ts'
import { roundIn } from '../../domain/seasons/season-stream.ts'
import { teamsPicked } from '../../projections/now/rounds.ts'
import { caughtUp } from '../caught-up.ts'
import type { CommandContext } from '../context.ts'
import { hasAnyPick, pickedTeams } from '../lookups.ts'
import type { CommandServices } from '../services.ts'
import { commandOnRound } from './round-command.ts'

type RoundEdit = {
  roundId: number
  seasonId: number | undefined
  mayChangeTeams: boolean
  detailsFor: (state: Round) => RoundDetails
}

export async function changeRound(
  services: CommandServices,
  context: CommandContext,
  { roundId, seasonId, mayChangeTeams, detailsFor }: RoundEdit,
): Promise<void> {
  const { receivedAt, reason } = context
  const edit = async (state: Round, inSeason: Season, ownSeasonId: number) => {
    const details = detailsFor(state)
    if (seasonId !== undefined && seasonId !== ownSeasonId) {
      const sentence = 'A sport stays in its season. Copy it to the other one instead'
      throw new Refusal('wrong_state', sentence, 'seasonId')
    }
    const picked = mayChangeTeams ? await pickedTeams(services, { round: state, season: inSeason }) : null
    const at = { now: receivedAt, pickedTeams: picked ?? [], reason }
    return editRound(state, inSeason, details, { ...at, hasPicked: await hasAnyPick(services, roundId) })
  }
  await commandOnRound(services, context, roundId, edit)
  if (mayChangeTeams) await refuseIfPickedMeanwhile(services, context, roundId)
}

export async function removeAllTeams(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
): Promise<readonly string[]> {
  const { receivedAt } = context
  const { state } = await commandOnRound(services, context, roundId, async (round, season) => {
    const picked = await pickedTeams(services, { round, season })
    return removeTeams(round, season, { now: receivedAt, pickedTeams: picked ?? [] })
  })
  await refuseIfPickedMeanwhile(services, context, roundId)
  const now = roundIn(state, roundId)
  return 'teams' in now ? now.teams : []
}

export async function refuseIfPickedMeanwhile(
  services: CommandServices,
  context: CommandContext,
  roundId: number,
): Promise<void> {
  await caughtUp(services)
  const picked = await teamsPicked(services.read, roundId)
  let gone: string[] = []
  const addPickedTeams = (state: Round, inSeason: Season) => {
    gone = isSealedFromAdmins(inSeason, state) ? [] : teamsGone(state, picked)
    return gone.length > 0 ? addTeams(state, inSeason, gone, context.receivedAt) : []
  }
  await commandOnRound(services, context, roundId, addPickedTeams, 'put back')
  if (gone.length > 0) throw pickedTeamsStay(gone)
}
