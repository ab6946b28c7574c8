/** Random and growing with each failed attempt (from 1), so that those who failed together do not meet again. */
export function jitteredPauseMs(options: { attempt: number; firstMs: number; longestMs: number }): number {
  const { attempt, firstMs, longestMs } = options
  return Math.random() * Math.min(longestMs, firstMs * 2 ** attempt)
}
