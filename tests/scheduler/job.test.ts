import { pino } from 'pino'
import { expect, test } from 'vitest'
import { watchJob } from '../../scheduler/jobs/job.ts'
import { settableClock } from '../support/clock.ts'

/** A job that fails on demand, and the lines that it leaves in the log. */
function watched() {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line).msg) })
  let broken = true
  const work = async () => {
    if (broken) throw new Error('Ann <ann@example.com> is not there')
  }
  const watching = watchJob('remind players', work, { log, clock })
  const run = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      await watching.run()
      clock.advance(1_000)
    }
  }
  return {
    ...{ run, lines, failure: watching.failure },
    mend: () => {
      broken = false
    },
  }
}

test('a job that keeps failing is named, with since when, and without anything personal', async () => {
  const { run, failure } = watched()
  expect(failure()).toBeNull()
  await run(3)
  expect(failure()).toBe("The job 'remind players' has been failing since 2027-01-10T12:00:00.000Z")
  await run(100)
  expect(failure()).toBe("The job 'remind players' has been failing since 2027-01-10T12:00:00.000Z")
})

test('a mere hitch is no failure, and neither is one that is over', async () => {
  const { run, failure, mend } = watched()
  await run(2)
  expect(failure()).toBeNull()
  await run(1)
  mend()
  await run(1)
  expect(failure()).toBeNull()
})

test('a job that fails every second fills no log: once a minute is enough, and once when it works again', async () => {
  const { run, lines, mend } = watched()
  await run(121)
  mend()
  await run(2)
  expect(lines).toEqual([
    ...[
      'a job failed and will run again',
      'a job failed and will run again',
      'a job failed and will run again',
    ],
    'a job works again',
  ])
})
