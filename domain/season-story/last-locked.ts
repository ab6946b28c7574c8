const DAY_MS = 24 * 60 * 60 * 1000

/** Where everybody looks. The page of the sport has all values. */
export const VALUES_AT_ONCE = 4

/** Of sports that wait for their results: the one that locked last, and what locked within a day before it. Newest first. */
export function lastLocked<Sport>(
  waiting: readonly Sport[],
  lockTimeOf: (sport: Sport) => string,
): readonly Sport[] {
  const timeOf = (sport: Sport) => Date.parse(lockTimeOf(sport))
  const latest = Math.max(...waiting.map(timeOf))
  return waiting
    .filter((sport) => latest - timeOf(sport) < DAY_MS)
    .toSorted((one, other) => timeOf(other) - timeOf(one))
}
