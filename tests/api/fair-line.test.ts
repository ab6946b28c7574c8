import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fairLine } from '../../api/server/line.ts'

/** A line of which one request at a time is served, and who was served in which order. */
function aLine(bounds: Partial<Parameters<typeof fairLine>[0]> = {}) {
  const line = fairLine({ atOnceMax: 1, waitingMax: 10, waitMs: 60_000, busy: 'server-busy', ...bounds })
  const served: string[] = []
  const come = (request: string) =>
    line.enter(request.split(' ')[0] ?? '').then(
      () => served.push(request),
      () => served.push(`${request} refused`),
    )
  const serveAll = async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      await setImmediate()
      line.leave()
    }
    return served
  }
  return { come, serveAll, line }
}

test('a client with many requests and one with a single one take turns', async () => {
  const { come, serveAll } = aLine()
  for (const request of ['a 1', 'a 2', 'a 3', 'a 4', 'b 1', 'c 1', 'c 2']) void come(request)
  expect(await serveAll()).toEqual(['a 1', 'a 2', 'b 1', 'c 1', 'a 3', 'c 2', 'a 4'])
})

test('one client alone is served in the order in which its requests came', async () => {
  const { come, serveAll } = aLine()
  for (const request of ['a 1', 'a 2', 'a 3', 'a 4']) void come(request)
  expect(await serveAll()).toEqual(['a 1', 'a 2', 'a 3', 'a 4'])
})

test('a full line refuses the last request of the client with the most', async () => {
  const { come, serveAll } = aLine({ waitingMax: 3 })
  for (const request of ['a 1', 'a 2', 'a 3', 'a 4', 'b 1', 'a 5']) void come(request)
  expect(await serveAll()).toEqual(['a 1', 'a 4 refused', 'a 5 refused', 'a 2', 'b 1', 'a 3'])
})

test('who waits too long is refused, and takes no turn', async () => {
  const { come, serveAll, line } = aLine({ waitMs: 1 })
  void come('a 1')
  await come('a 2')
  await expect(line.enter('b')).rejects.toMatchObject({ code: 'server-busy' })
  expect(await serveAll()).toEqual(['a 1', 'a 2 refused'])
})
