/** Milliseconds until the answer. Throws when it is a refusal. */
export async function timed(ask: () => Promise<{ status: number; text: string }>): Promise<number> {
  const startedMs = performance.now()
  const { status, text } = await ask()
  if (status !== 200) throw new Error(`${status} ${text}`)
  return performance.now() - startedMs
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}
