import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn } from '../../api/answers/in-turn.ts'

test('what takes long is made one at a time, with as long a rest before the next, also after a failure', async () => {
  const limited = inTurn('Busy')
  const times: { begun: number; ended: number }[] = []
  const make = (isFailing: boolean) =>
    limited(async () => {
      const begun = performance.now()
      await sleep(40)
      times.push({ begun, ended: performance.now() })
      if (isFailing) throw new Error('It fails')
    })
  const made = await Promise.allSettled([make(true), make(false), make(false)])
  expect(made.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  const rests = times.slice(1).map(({ begun }, index) => begun - (times[index]?.ended ?? 0))
  for (const rest of rests) expect(rest).toBeGreaterThan(30)
})
