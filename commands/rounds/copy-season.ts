import type { Instant } from '../../domain/event.ts'
import { type CopyPlan, type CopyWishes, copyRules, copySports } from '../../domain/seasons/copying.ts'
import {
  createSeason,
  presentSeason,
  type SeasonDetails,
  type SeasonEvent,
} from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { invitedParticipants } from '../../projections/now/participants.ts'
import { caughtUp } from '../caught-up.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { newRoundIds, planCopying } from './copy-sports.ts'

type Details = SeasonDetails & {
  seasonId: number
  participants: readonly number[]
  picksSealed: boolean | undefined
  copyFrom: {
    seasonId: number
    sports?: boolean
    participants?: boolean
    rules?: boolean
    opensDaysBefore?: number
  }
}

/** One append. Throws Refusal id-in-use. */
export async function createFrom(
  services: CommandServices,
  context: CommandContext,
  { copyFrom, picksSealed, ...details }: Details,
): Promise<void> {
  const { seasonId: fromSeasonId, sports = true, participants = true, rules = true } = copyFrom
  const source = await current(services, seasonStream, fromSeasonId)
  const copied: SeasonEvent = { type: 'SeasonCopied', data: { fromSeasonId } }
  await caughtUp(services)
  const earlier = participants ? await invitedParticipants(services.read, fromSeasonId) : []
  await command(services, context, seasonStream, [details.seasonId], async (state) => {
    const { picksSealed: wasSealed } = presentSeason(source.season)
    const created = createSeason(state.season, {
      ...details,
      participants: [...details.participants, ...earlier.map(({ playerId }) => playerId)],
      picksSealed: picksSealed ?? (rules && wasSealed),
    })
    const target = created.reduce(seasonStream.evolve, state)
    const plan = sports ? planCopying(source, target, wishesOf(copyFrom), context.receivedAt) : { copies: [] }
    const roundIds = await newRoundIds(services, details.seasonId, plan.copies.length)
    return [
      ...created,
      ...(rules ? copyRules(source) : []),
      ...copySports(target, plan.copies, roundIds),
      copied,
    ]
  })
}

/** What its sports would be in a new season of this year. */
export async function planCopyFrom(
  services: CommandServices,
  { yearStart, copyFrom }: Pick<Details, 'yearStart' | 'copyFrom'>,
  now: Instant,
): Promise<CopyPlan> {
  const source = await current(services, seasonStream, copyFrom.seasonId)
  const unnamed = { name: '', yearStart, yearEnd: yearStart, commissioner: null }
  const created = createSeason(seasonStream.initial.season, { ...unnamed, seasonId: 0, participants: [] })
  const target = created.reduce(seasonStream.evolve, seasonStream.initial)
  return planCopying(source, target, wishesOf(copyFrom), now)
}

const wishesOf = ({ opensDaysBefore }: Details['copyFrom']): CopyWishes => ({
  ...{ shift: 'weekday', lockTimes: new Map(), opensDaysBefore },
})
