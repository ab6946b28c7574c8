import { expect } from 'vitest'
import { longTest } from '../deep/depth.ts'
import { applicationForTest } from '../support/application.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'

const TIMES = 200

/** A measurement: on a machine that tells them apart by chance alone, one run in a thousand fails. */
longTest('a lost link is answered in the same time whoever plays at the address', async () => {
  const application = await applicationForTest({ config: { trustProxy: ['127.0.0.1'] } })
  const people = Array.from({ length: TIMES }, (_, index) => ({
    name: `P${index}`,
    email: `p${index}@example.com`,
  }))
  await aLeague().withPlayers(people).withSeason().on(application)
  const visitor = http(application.url)

  /** Each from a client of its own: the limits are not measured. */
  async function tookMs(email: string, client: number): Promise<number> {
    const from = performance.now()
    const { status } = await visitor.post(
      '/public/my-link',
      { email },
      { 'x-forwarded-for': `10.0.${client >> 8}.${client & 255}` },
    )
    if (status !== 202) throw new Error(`Answered ${status}`)
    return performance.now() - from
  }

  for (let index = 0; index < 50; index += 1) await tookMs(`warm${index}@example.com`, 1_000 + index)
  const known: number[] = []
  const unknown: number[] = []
  for (let index = 0; index < TIMES; index += 1) {
    // In turns, and the first of a pair is now this one, now that.
    const pair = [
      async () => known.push(await tookMs(`p${index}@example.com`, 2 * index)),
      async () => unknown.push(await tookMs(`q${index}@example.com`, 2 * index + 1)),
    ]
    for (const ask of index % 2 === 0 ? pair : pair.toReversed()) await ask()
  }

  const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[TIMES / 2] ?? 0
  const found = {
    medianMs: { known: median(known).toFixed(2), unknown: median(unknown).toFixed(2) },
    mannWhitneyP: mannWhitney(known, unknown),
    kolmogorovSmirnovP: kolmogorovSmirnov(known, unknown),
  }
  console.log(found)
  await application.close()
  expect(Math.min(found.mannWhitneyP, found.kolmogorovSmirnovP)).toBeGreaterThan(0.0005)
})

/** Two-sided, by the normal approximation, which 200 of each allow. */
function mannWhitney(left: readonly number[], right: readonly number[]): number {
  const all = [...left.map((ms) => ({ ms, isLeft: true })), ...right.map((ms) => ({ ms, isLeft: false }))]
  const ranks = all.toSorted((one, other) => one.ms - other.ms)
  const sum = ranks.reduce((total, { isLeft }, index) => total + (isLeft ? index + 1 : 0), 0)
  const [n, m] = [left.length, right.length]
  const u = sum - (n * (n + 1)) / 2
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * (1 - normal(Math.abs(z)))
}

function kolmogorovSmirnov(left: readonly number[], right: readonly number[]): number {
  const share = (times: readonly number[], ms: number) =>
    times.filter((one) => one <= ms).length / times.length
  const d = Math.max(...[...left, ...right].map((ms) => Math.abs(share(left, ms) - share(right, ms))))
  const lambda = d * Math.sqrt((left.length * right.length) / (left.length + right.length))
  const terms = Array.from(
    { length: 100 },
    (_, index) => (-1) ** index * Math.exp(-2 * (index + 1) ** 2 * lambda ** 2),
  )
  return Math.min(1, 2 * terms.reduce((total, term) => total + term, 0))
}

/** Abramowitz and Stegun, 26.2.17. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
