import type { LeaderboardEntry, MarkKind } from '../../../api/contract/leaderboards.ts'
import type { LatePicks, PickItems } from '../../../api/contract/picks.ts'
import type { RoundList } from '../../../api/contract/rounds.ts'
import type { Participant } from '../../../api/contract/seasons.ts'
import { pickTexts } from '../../slot-names.ts'

/** `picks` and its `items` are empty where there is no pick, or where it is sealed. */
export type PlayerPick = {
  id: number
  name: string
  email: string
  active: boolean
  hasPicked: boolean
  picks: string[]
  items: PickItems['pickItems']
  marks: MarkKind[]
  /** What the player asked for after the lock, while there is no pick. */
  asked: LatePicks[number] | undefined
  /** What a form begins with, besides the items. */
  filled?: { guess: string; reason: string }
}

export function playerPicks(
  participants: Participant[],
  entries: LeaderboardEntry[],
  { id: roundId, slot_names }: RoundList[number],
  late: LatePicks | undefined,
): PlayerPick[] {
  const entryOf = new Map(entries.map((entry) => [entry.userId, entry]))
  return participants.map(({ id, name, email, is_active }) => ({
    id,
    name,
    email,
    active: is_active === 1,
    hasPicked: Boolean(entryOf.get(id)?.picks[roundId]),
    picks: pickTexts(entryOf.get(id)?.picks[roundId], slot_names),
    items: entryOf.get(id)?.picks[roundId]?.pickItems ?? [],
    marks: entryOf.get(id)?.marks?.[roundId] ?? [],
    asked: late?.find(({ userId }) => userId === id),
  }))
}
