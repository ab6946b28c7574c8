import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneAtATime } from '../../api/answers/one-at-a-time.ts'

test('what takes long is made one at a time, with as long a rest before the next, also after a failure', async () => {
  const limited = oneAtATime('past-busy')
  const times: { begun: number; ended: number }[] = []
  const make = (isFailing: boolean) =>
    limited('Ann', async () => {
      const begun = performance.now()
      const before = process.cpuUsage()
      while (process.cpuUsage(before).user < 40_000);
      times.push({ begun, ended: performance.now() })
      if (isFailing) throw new Error('It fails')
    })
  const made = await Promise.allSettled([make(true), make(false), make(false)])
  expect(made.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  const rests = times.slice(1).map(({ begun }, index) => begun - (times[index]?.ended ?? 0))
  for (const rest of rests) expect(rest).toBeGreaterThan(30)
})

test('what waited for the database takes no rest, and clients alternate', async () => {
  const limited = oneAtATime('past-busy')
  const made: string[] = []
  const make = (client: string, ms: number) =>
    limited(client, async () => {
      await sleep(ms)
      made.push(client)
    })
  // With a rest as long as the wait, the last of these would be refused after two seconds.
  await Promise.all([make('Ann', 1_200), make('Ann', 0), make('Ann', 0), make('Bob', 0)])
  expect(made).toEqual(['Ann', 'Ann', 'Bob', 'Ann'])
})
