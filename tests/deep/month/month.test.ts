import { describe, expect, onTestFinished } from 'vitest'
import { groupedBy } from '../../../platform/grouped.ts'
import { postgresMissing, startPostgresServer } from '../../support/postgres-server.ts'
import { randomFrom } from '../crash/random.ts'
import { longTest, report, SEED } from '../depth.ts'
import { BEFORE_LOCK, ONE_MAIL } from './month-plan.ts'
import { type Kill, playMonth, type Trouble } from './month-run.ts'

/** Of the steps of the month. */
const KILLED_SHARE = 0.25
const MAIL_AWAY_SHARE = 0.15
/** A mail that nobody answered is handed over once more. */
const DELIVERIES_MAX = 2

/** A lock that moved on two days, links that Eve's new address or Cleo asks for, two seasons of Gil, and a corrected result. */
const TOLD_AGAIN = [
  'lock-moved: Gridiron 2',
  'pick-link: Gridiron 2',
  'pick-link: Gridiron 3',
  'pick-link: Handball 4',
  'pick-link: Handball 5',
  'pick-link: Rugby 7',
  'picks-paused: ',
  'results: Gridiron 1',
]

/** Handball opens in Berlin when the mail of the day has gone out. */
const OPENED_AFTER_THE_MAIL = ['2027-10-08', '2027-10-25']

describe('a month of three seasons in three zones', () => {
  longTest(
    'tells everybody the same, once, whether or not the server is killed and the mail server is away again and again',
    async () => {
      const postgres = await startPostgresServer()
      onTestFinished(() => postgres.stop())
      const random = randomFrom(SEED)
      const [undisturbed, killed] = await Promise.all([
        playMonth(await postgres.createDatabase(), BEFORE_LOCK, () => ({ kill: null, isMailAway: false })),
        playMonth(await postgres.createDatabase(), BEFORE_LOCK, () => troubleFrom(random)),
      ])
      const again = Object.entries(undisturbed.told).filter(([, players]) => players.includes('times'))
      expect(again.map(([topic]) => topic)).toEqual(TOLD_AGAIN)
      await expect(`${JSON.stringify(undisturbed.told, null, 2)}\n`).toMatchFileSnapshot('told.json')
      expect(killed.told).toEqual(undisturbed.told)
      expect(killed.received).toEqual(undisturbed.received)
      expect(Math.max(...undisturbed.deliveries)).toBe(1)
      expect(Math.max(...killed.deliveries)).toBeLessThanOrEqual(DELIVERIES_MAX)
      for (const { wrong, compared } of [undisturbed.former, killed.former]) {
        expect(wrong).toEqual([])
        expect(compared).toBeGreaterThan(0)
      }
      expect(killed.kills).toBeGreaterThan(0)
      expect(killed.outages).toBeGreaterThan(0)
      report({
        kills: killed.kills,
        'hours without mail': killed.outages,
        'was compared': killed.former.compared,
        mails: undisturbed.deliveries.length,
        'mails again': killed.deliveries.filter((times) => times > 1).length,
      })
    },
    postgresMissing,
  )

  longTest(
    'reminds each address once a day of every missing pick, with one mail a day',
    async () => {
      const postgres = await startPostgresServer()
      onTestFinished(() => postgres.stop())
      const random = randomFrom(SEED)
      const months = await Promise.all([
        playMonth(await postgres.createDatabase(), ONE_MAIL, () => ({ kill: null, isMailAway: false })),
        playMonth(await postgres.createDatabase(), ONE_MAIL, () => troubleFrom(random)),
      ])
      for (const { days, deliveries } of months) {
        const ofDay = groupedBy(days.daily, ({ day }) => day)
        const twice = ofDay.flatMap((mails) => {
          const [{ day }] = mails
          return new Set(mails.map(({ to }) => to)).size < mails.length ? [day] : []
        })
        expect([...new Set(twice)].sort()).toEqual(OPENED_AFTER_THE_MAIL)
        const named = days.daily.flatMap(({ day, buttons }) => buttons.map((button) => `${day} ${button}`))
        expect(named.toSorted()).toEqual([...new Set(named)].sort())
        const missing = days.missing.map(({ day, button }) => `${day} ${button}`)
        expect(missing.filter((one) => !named.includes(one))).toEqual([])
        expect(days.daily.filter(({ buttons }) => buttons.length > 2).length).toBeGreaterThan(10)
        expect(Math.max(...deliveries)).toBeLessThanOrEqual(DELIVERIES_MAX)
      }
      const [undisturbed, killed] = months
      expect(killed.told).toEqual(undisturbed.told)
      expect(killed.kills).toBeGreaterThan(0)
      report({
        'daily mails': undisturbed.days.daily.length,
        'their buttons': undisturbed.days.daily.flatMap(({ buttons }) => buttons).length,
        'kills around them': killed.kills,
      })
    },
    postgresMissing,
  )
})

function troubleFrom(random: () => number): Trouble {
  const during = random() < 0.5 ? 'step' : 'mail'
  const kill: Kill | null = random() < KILLED_SHARE ? { place: random(), during } : null
  return { kill, isMailAway: kill === null && random() < MAIL_AWAY_SHARE }
}
