import { refusedPicks } from '../../commands/picks/refused-picks.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type Position, START } from '../../platform/event-store/event-store.ts'
import { sealsForPositions } from '../../platform/integrity/hash-chain.ts'
import { noticesOfRound } from '../../platform/mail/notices.ts'
import { keptSeasonRecord, type StandingsAround, tablesAround } from '../../projections/past/season-past.ts'
import { type PickKey, pickStory, type Viewer } from '../../projections/record/pick-story.ts'
import type { PickStory } from '../contract/pick-stories.ts'
import { presentPickStory } from '../presenters/pick-stories.ts'
import type { Services } from '../server/services.ts'
import { explainStanding } from './explanations.ts'
import { oneAtATime } from './one-at-a-time.ts'

const BYTES_OF_ROW = 2_000

type Uses = Pick<Services, 'read' | 'store' | 'boards' | 'cache' | 'kysely' | 'privateSchema'>

/** Throws Refusal not_found. */
export function pickStories({ read, store, boards, cache, kysely, privateSchema }: Uses) {
  const limited = oneAtATime('past-busy')
  return async (client: string, of: PickKey, viewer: Viewer): Promise<PickStory> => {
    const season = await boards.seasonNow(of.seasonId)
    const record = season && (await keptSeasonRecord({ read, store, cache }, season.mark))
    const playerName = record?.players.get(of.playerId)?.name
    if (!season || !record || playerName === undefined) throw new Refusal('pick-not-found')
    const { mark } = season
    const tables = async (position: Position): Promise<StandingsAround> => {
      const key = `around ${of.seasonId} ${mark.generation}-${mark.position} ${position}`
      const found = await limited(client, () =>
        cache(key, () => tablesAround(read, record, position), sizeOfTables),
      )
      return found ?? { before: [], after: [] }
    }
    const story = await pickStory({ read, store, cache, tablesAround: tables }, of, viewer)
    if (!story) throw new Refusal('pick-not-found')
    return presentPickStory({
      of,
      story,
      playerName,
      seasonName: record.today.season.name,
      explained: explainStanding(season, of.playerId),
      seals: await sealsForPositions(kysely, [START, ...story.events.map(({ position }) => position)]),
      refused: viewer === 'owner' || !story.sealed ? await refusedPicks(privateSchema, of) : [],
      mails: viewer === 'owner' ? await noticesOfRound(privateSchema, of.roundId, of.playerId) : [],
    })
  }
}

const sizeOfTables = ({ before, after }: StandingsAround) => (before.length + after.length) * BYTES_OF_ROW
