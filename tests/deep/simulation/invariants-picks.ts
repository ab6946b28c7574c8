import type { Board, Boards } from './invariants.ts'
import type { Answered, SeasonRun } from './season-run.ts'
import type { Logged, Truth } from './truth.ts'

/** What counts in a round: nothing that came at or after the lock, and everything that was saved before it. */
export function pickViolations({ answers }: SeasonRun, truth: Truth, boards: Boards): string[] {
  return truth.rounds.flatMap((round) => {
    const closesAt = closingOf(truth.events, round.roundId)
    const board = boards.get(round.seasonId)
    return [
      ...answers.flatMap((answer) => answeredTooLate(answer, round.roundId, closesAt, truth)),
      ...(board && round.deletedAt === null ? wronglyShown(board, truth, round.roundId, closesAt) : []),
    ]
  })
}

/** From when on nobody may pick, by the bare events. */
export function closingOf(events: readonly Logged[], roundId: number): string {
  let locksAt = ''
  for (const { data } of events) if ('locksAt' in data && data.roundId === roundId) locksAt = data.locksAt
  return locksAt
}

/** A player was told 'saved', and it does not count: the server had it at the lock or behind it. */
function answeredTooLate(answer: Answered, roundId: number, closesAt: string, { events }: Truth): string[] {
  if (answer.name !== 'pick' || answer.status !== 200 || answer.pick?.roundId !== roundId) return []
  const { submittedAt } = JSON.parse(answer.answer) as { submittedAt: string }
  const stream = `pick-${roundId}-${answer.pick.playerId}`
  const saved = events.find(
    (event) =>
      event.stream === stream && event.type === 'PickSubmitted' && event.data.submittedAt === submittedAt,
  )
  if (!saved || submittedAt < closesAt || clockWentBack(events, saved, closesAt)) return []
  return [
    `A pick in round ${roundId} was saved at ${submittedAt}, and the round was locked since ${closesAt}`,
  ]
}

/** Somebody locked it by hand, later, when the server's clock was earlier. */
function clockWentBack(events: readonly Logged[], saved: Logged, closesAt: string): boolean {
  const closed = events.find(({ type, data }) => type === 'RoundClosedEarly' && data.locksAt === closesAt)
  return closed !== undefined && closed.position > saved.position
}

/** The picks that everybody can see by now against the last one of each that was in time, or entered by an admin. */
function wronglyShown(
  { leaderboard }: Board,
  { events, now }: Truth,
  roundId: number,
  closesAt: string,
): string[] {
  if (
    now < closesAt ||
    !events.some(({ type, data }) => type === 'RoundLocked' && data.roundId === roundId)
  ) {
    return []
  }
  return leaderboard.flatMap(({ userId, picks }) => {
    const shown = picks[roundId]?.pickItems?.map(({ pickValue }) => pickValue).join() ?? ''
    const counted = countedOf(events, `pick-${roundId}-${userId}`, closesAt)
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

export function countedOf(events: readonly Logged[], stream: string, closesAt: string): readonly string[] {
  const before = untilLocked(events, Number(stream.split('-')[1]))
  let picks: readonly string[] = []
  for (const [index, event] of events.entries()) {
    if (event.stream !== stream) continue
    const isInTime = event.type === 'PickSubmitted' && event.data.submittedAt < closesAt
    if (isInTime && index < before.length) picks = event.data.picks
    if (event.type === 'PickEntered') picks = event.data.picks
    if (event.type === 'PickEntryWithdrawn') picks = []
  }
  return picks
}
