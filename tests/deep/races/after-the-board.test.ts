import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { type Answer, done, type Http } from '../../support/http.ts'
import { PLACES, type Place, type Running } from './places.ts'

const place = PLACES[1] as Place

/** A season of its own for each. */
type Made = { seasonId: number; roundId: number }
type Deed = (made: Made, admin: Http) => Promise<Answer>

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

const LOCK_TIME = 'its lock time'
const TEAM = 'the name of a team'

/** Each is free while the sport is open, and but for a later lock needs no reason. */
const DEEDS: Record<string, Deed> = {
  [LOCK_TIME]: ({ roundId }, admin) =>
    admin.put(`/admin/rounds/${roundId}`, { lockTime: inHours(2), reason: 'The final is later' }),
  'its weight': ({ roundId }, admin) => admin.put(`/admin/rounds/${roundId}/weight`, { weight: 5 }),
  'the points of its season': ({ seasonId }, admin) =>
    admin.put(`/admin/seasons/${seasonId}/rules`, {
      ...{ points: { first: 9, second: 4, third: 3, fourth: 2, fifth: 1, sixthPlus: 8 } },
      ...{ noPick: 0, dropWorst: 0, tieBreak: [] },
    }),
  [TEAM]: ({ roundId }, admin) =>
    admin.put(`/admin/rounds/${roundId}/teams/rename`, { from: 'Reds', to: 'Crimsons' }),
}

const CASES = Object.entries(DEEDS).flatMap(([name, deed]) => [
  { name, deed, isUndo: false },
  // In a sport that has opened a former name cannot come back.
  ...(name === TEAM ? [] : [{ name: `the undo of ${name}`, deed, isUndo: true }]),
])

describe.skipIf(place.missing)(
  `on two processes whose clocks differ by 0.9 s${place.missing ? `: ${place.missing}` : ''}`,
  () => {
    let running: Running
    /** Of the process whose clock is behind. */
    let behind: Http
    /** Nobody is signed in on the one whose clock is ahead. */
    let ahead: Http

    beforeAll(async () => {
      running = await place.start({ lockSettleMs: 0 })
      ;[behind] = running.admins as [Http, Http]
      ;[, ahead] = running.visitors as [Http, Http]
    })
    afterAll(() => running?.close())

    test('what a board has shown on the one, no admin takes back on the other as if the sport were open', async () => {
      const made = await Promise.all(CASES.map(make))
      const open = await Promise.all(CASES.map(make))
      // Locks are looked for at each full second, and only the clock that is ahead has come to this one by then.
      const locksAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2_850).toISOString()
      for (const seasons of [made, open]) {
        await Promise.all(
          CASES.map(async ({ deed, isUndo }, index) => {
            const lockTime = seasons === made ? locksAt : inHours(1.5)
            const { roundId } = seasons[index] as Made
            await done(behind.put(`/admin/rounds/${roundId}`, { lockTime, reason: 'For the test' }))
            if (isUndo && deed !== DEEDS[LOCK_TIME]) await done(deed(seasons[index] as Made, behind))
          }),
        )
      }
      expect(new Date().toISOString() < locksAt, 'all is made in time').toBe(true)
      const deedsOn = await deedsOf([...made, ...open])
      const told = await Promise.all(
        CASES.map(async (one, index) => {
          const [locked, other] = [made[index] as Made, open[index] as Made]
          await eventually('the lock on the board', async () => (await statusOn(ahead, locked)) === 'locked')
          const refused = await deedsOn(one)(locked, behind)
          return [one.name, refused.status, (await deedsOn(one)(other, behind)).status]
        }),
      )
      expect(told).toEqual(CASES.map(({ name }) => [name, expect.toSatisfy(isRefusal), 200]))
    })

    async function make(): Promise<Made> {
      const { league } = running
      const season = { name: 'Cup', yearStart: 2027, yearEnd: 2027, participantIds: league.playerIds }
      const { id: seasonId } = await done(behind.post('/admin/seasons', season))
      const roundId = await league.openRound({ seasonId, lockTime: inHours(1) })
      await done(behind.post('/admin/picks', { userId: league.idOf('Ann'), roundId, picks: ['Reds'] }))
      return { seasonId, roundId }
    }

    async function deedsOf(all: readonly Made[]) {
      const events = await running.wholeLog()
      const last = new Map(
        all.map(({ seasonId }) => [
          seasonId,
          events.findLast(({ stream }) => stream === `season-${seasonId}`),
        ]),
      )
      const undo: Deed = ({ seasonId }, admin) => admin.post(`/admin/history/${last.get(seasonId)?.id}/undo`)
      return ({ deed, isUndo }: (typeof CASES)[number]) => (isUndo ? undo : deed)
    }
  },
)

async function statusOn(visitor: Http, { seasonId }: Made): Promise<string> {
  const { rounds } = await done(visitor.get(`/public/leaderboard/season/${seasonId}`))
  return rounds[0].status
}

const isRefusal = (status: number) => status === 400 || status === 409
