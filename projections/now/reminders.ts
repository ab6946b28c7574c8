import type { Instant } from '../../domain/event.ts'
import { wantsMail } from '../../domain/mail-topics.ts'
import { notices } from '../../domain/rounds/asking.ts'
import type { RefusalOf } from '../../platform/mail/refused-addresses.ts'
import { findDocuments, listDocuments } from '../read-models/find-documents.ts'
import { countingPicks } from '../read-models/picks.ts'
import type { Read } from '../read-models/read-tables.ts'
import { participantsOf } from './participants.ts'
import { findRound } from './rounds.ts'
import { currentSettings } from './settings.ts'

/** Rounds of seasons that are played, none of which is loaded; no rounds while reminders are off. */
export async function roundsToRemind(read: Read, now: Instant) {
  const { reminders, remindersChangedAt } = await currentSettings(read)
  if (reminders.type === 'none') return { reminders, rounds: [] }
  const [indexes, seasons] = await Promise.all([listDocuments(read, 'round', '>', now), armedSeasons(read)])
  const asked = await findDocuments(read, 'notices', indexes.keys())
  const rounds = [...indexes].flatMap(([roundId, { seasonId, open }]) => {
    const season = seasons.get(seasonId)
    if (open === null || season === undefined) return []
    const since = [season, remindersChangedAt]
    const armedAt = {
      daily: latest(open.armedAt.daily, ...since),
      beforeLock: latest(open.armedAt.beforeLock, ...since),
    }
    return { roundId, seasonId, done: (asked.get(roundId) ?? notices.initial).done, ...open, armedAt }
  })
  return { reminders, rounds }
}

const latest = (first: Instant, ...others: Instant[]): Instant =>
  others.reduce((one, other) => (one > other ? one : other), first)

async function armedSeasons(read: Read): Promise<ReadonlyMap<number, Instant>> {
  const rows = await read
    .selectFrom('documents')
    .select(['id', 'armed_at'])
    .where('kind', '=', 'season')
    .execute()
  return new Map(rows.flatMap(({ id, armed_at }) => (armed_at === null ? [] : [[id, armed_at]])))
}

export async function playersToRemind(read: Read, roundId: number, refusalOf: RefusalOf): Promise<number[]> {
  const found = await findRound(read, roundId)
  if (!found) return []
  const picks = await countingPicks(read, [found.round])
  const picked = new Set(picks.map(({ player_id }) => player_id))
  const participants = await participantsOf(read, found.season)
  return participants
    .filter(
      (player) =>
        player.status === 'active' &&
        player.email !== null &&
        refusalOf(player.email) === null &&
        wantsMail(player, 'reminders'),
    )
    .map(({ playerId }) => playerId)
    .filter((id) => !picked.has(id))
}
