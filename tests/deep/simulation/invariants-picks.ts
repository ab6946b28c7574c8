import type { Board, Boards } from './invariants.ts'
import type { Answered, SeasonRun } from './season-run.ts'
import type { Logged, Truth } from './truth.ts'

/** What counts in a round: nothing that came at or after the lock, and everything that was saved before it. */
export function pickViolations({ answers }: SeasonRun, truth: Truth, boards: Boards): string[] {
  return truth.rounds.flatMap((round) => {
    const board = boards.get(round.seasonId)
    return [
      ...answers.flatMap((answer) => answeredTooLate(answer, round.roundId, truth)),
      ...(board && round.deletedAt === null ? wronglyShown(board, truth, round.roundId) : []),
    ]
  })
}

/** By the bare events: before the lock is in the log, and before the lock time in force at its place, or a later one that followed. */
export function isInTime(events: readonly Logged[], saved: Logged): boolean {
  if (saved.type !== 'PickSubmitted') return false
  const { roundId, submittedAt } = saved.data
  const before = untilLocked(events, roundId)
  const at = before.indexOf(saved)
  let closesAt = ''
  for (const [index, { data }] of before.entries()) {
    if (!('locksAt' in data) || data.roundId !== roundId) continue
    if (index > at && data.locksAt < closesAt) break
    closesAt = data.locksAt
  }
  return at >= 0 && submittedAt < closesAt
}

/** A player was told 'saved', and it does not count: the server had it at the lock or behind it. */
function answeredTooLate(answer: Answered, roundId: number, { events }: Truth): string[] {
  if (answer.name !== 'pick' || answer.status !== 200 || answer.pick?.roundId !== roundId) return []
  const { submittedAt } = JSON.parse(answer.answer) as { submittedAt: string }
  const stream = `pick-${roundId}-${answer.pick.playerId}`
  const saved = events.find(
    (event) =>
      event.stream === stream && event.type === 'PickSubmitted' && event.data.submittedAt === submittedAt,
  )
  if (!saved || isInTime(events, saved)) return []
  return [`A pick in round ${roundId} was answered as saved at ${submittedAt}, and was not in time`]
}

/** The picks that everybody can see by now against the last one of each that was in time, or entered by an admin. */
function wronglyShown({ leaderboard }: Board, { events }: Truth, roundId: number): string[] {
  if (untilLocked(events, roundId) === events) return []
  return leaderboard.flatMap(({ userId, picks }) => {
    const shown = picks[roundId]?.pickItems?.map(({ pickValue }) => pickValue).join() ?? ''
    const counted = countedOf(events, `pick-${roundId}-${userId}`)
      .map((team) => calledNow(events, roundId, team))
      .join()
    return shown === counted
      ? []
      : [`Round ${roundId} shows '${shown}' for player ${userId}, and '${counted}' was in time`]
  })
}

/** A team goes by one name after the other, and none of them comes back. */
export function calledNow(events: readonly Logged[], roundId: number, team: string): string {
  let name = team
  for (const { type, data } of events) {
    if (type === 'RoundTeamRenamed' && data.roundId === roundId && data.from === name) name = data.to
  }
  return name
}

/** What was in time is in the log before the lock was published. */
export function untilLocked(events: readonly Logged[], roundId: number): readonly Logged[] {
  const at = events.findIndex(({ type, data }) => type === 'RoundLocked' && data.roundId === roundId)
  return at === -1 ? events : events.slice(0, at)
}

export function countedOf(events: readonly Logged[], stream: string): readonly string[] {
  let picks: readonly string[] = []
  for (const event of events) {
    if (event.stream !== stream) continue
    if (isInTime(events, event) || event.type === 'PickEntered')
      picks = 'picks' in event.data ? event.data.picks : []
    if (event.type === 'PickEntryWithdrawn') picks = []
  }
  return picks
}
