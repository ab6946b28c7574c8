import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isDeep, longTest, report, SEED } from '../depth.ts'
import { endFirstStart, endLeagueRun, startCrashRun, startLeagueRun } from './crash-run.ts'
import { FIRST_START_KILLS, KILLS, ONLY_MOMENT } from './kills.ts'
import { momentsOf } from './moments.ts'
import { randomFrom } from './random.ts'
import type { Place } from './server-settings.ts'

type Places = {
  /** Where nothing has been kept so far. */
  emptyPlace(): Promise<Place>
  /** The same, where the database itself may have been made already. */
  madePlace(): Promise<Place>
}

/** A first start takes some seconds, and the first second of it is Node. */
const FIRST_START_MS = 3_500

/** Three starts of a real server: the only test of the gate that may take longer than thirty seconds on a busy machine. */
const GATE_MS = 90_000

/** The tests that hold wherever a league is kept. */
export function describeKills(name: string, { emptyPlace, madePlace }: Places): void {
  const laterKills = KILLS - FIRST_START_KILLS
  describe(`${name} that is killed`, () => {
    const name = `${laterKills} times at random moments keeps whatever it acknowledged, once, and no secret`
    test(name, isDeep ? {} : { timeout: GATE_MS }, async () => {
      const random = randomFrom(SEED)
      const run = await startLeagueRun(await madePlace())
      const moments = momentsOf(laterKills, random, ONLY_MOMENT)
      for (const [index, { kill }] of moments.entries()) {
        if (index > 0) run.start()
        await kill(run, random)
      }
      await endLeagueRun(run)

      const { acknowledged, sent, locked } = run.writers
      expect(acknowledged.size, 'enough load').toBeGreaterThan(laterKills)
      report({
        kills: laterKills,
        ...{ sent: sent.size, acknowledged: acknowledged.size, 'picks behind a lock': locked() },
        ...{ mails: run.smtp.mails.length, moments: tallied(moments.map((moment) => moment.name)) },
      })
    })

    longTest(`in its very first start, ${FIRST_START_KILLS} times, comes up at last and works`, async () => {
      const random = randomFrom(SEED + 1)
      const run = await startCrashRun(await emptyPlace())
      for (let kill = 0; kill < FIRST_START_KILLS; kill += 1) {
        await sleep(random() * FIRST_START_MS)
        await run.kill()
        run.start()
      }
      await endFirstStart(run)
    })
  })
}

/** How often each is there. */
const tallied = (names: readonly string[]) =>
  [...new Set(names)].map((name) => `${names.filter((one) => one === name).length} ${name}`).join(', ')
