import { expect, onTestFinished, test } from 'vitest'
import { settableClock } from '../../support/clock.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'
import { jobsHaveRun } from '../../support/job-runs.ts'
import { aLeague } from '../../support/league/a-league.ts'

/** Eight in the morning in New York, two hours before the daily reminder. */
const START = '2027-08-10T12:00:00.000Z'

test('the daily reminder of a day that the clock jumped over stays away, and one that was sent is not sent again when it goes back', async () => {
  const clock = settableClock(START)
  const metrics = { host: '127.0.0.1', port: await freePort() }
  const plan = aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound({ lockTime: '2027-08-20T18:00:00Z' })
  const { admin, close } = await plan.start({ clock, config: { metrics } })
  onTestFinished(close)
  const reminders = async () => {
    const { mails } = (await admin.get('/admin/outbox?state=kept')).body
    return mails.filter(({ template }: { template: string }) => template === 'reminder').length
  }

  clock.set('2027-08-11T13:00:00.000Z')
  await jobsHaveRun(metrics.port)
  expect(await reminders(), 'nine in the morning of the next day').toBe(0)

  clock.set('2027-08-11T14:00:00.000Z')
  await eventually('the reminders of the day', async () => (await reminders()) === 2)

  clock.set('2027-08-11T12:00:00.000Z')
  await jobsHaveRun(metrics.port)
  clock.set('2027-08-11T14:00:01.000Z')
  await jobsHaveRun(metrics.port)
  expect(await reminders(), 'ten in the morning once more').toBe(2)

  clock.set('2027-08-12T14:00:00.000Z')
  await eventually('the reminders of the next day', async () => (await reminders()) === 4)
})
