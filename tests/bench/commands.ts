import { setTimeout as sleep } from 'node:timers/promises'
import { startOperation } from '../support/server-process.ts'
import { residentMb } from './memory.ts'
import type { Row } from './report.ts'
import { type Installation, install } from './stages.ts'

const SIZE = { players: 200, rounds: 50 }
const EVENTS = [10_000, 100_000, 1_000_000]
const COMMANDS = ['verify', 'rebuild'] as const
/** What longer logs are compared with: the shortest is hardly more than the start of a process. */
const EVENTS_COMPARED = 100_000
/** No command may hold more than this times as much. */
const GROWTH_MAX = 1.2
const LOOK_MS = 50

const target = { is: 'at most', value: GROWTH_MAX, of: 'ratio' } as const

type Run = { seconds: number; mostMb: number }

/** What an operator waits for, and how much memory it takes, with longer and longer logs on PostgreSQL. */
export async function benchCommands(): Promise<Row[]> {
  const rows: Row[] = []
  const compared: Partial<Record<string, Run>> = {}
  for (const events of EVENTS) {
    const installation = await install('PostgreSQL', SIZE, events)
    // The first start makes the read tables.
    await (await installation.start()).stop()
    for (const command of COMMANDS) {
      const run = await runOf(command, installation)
      if (events === EVENTS_COMPARED) compared[command] = run
      const what = `${command}, ${events.toLocaleString('en-US')} events`
      rows.push(
        { section: 'commands', what: `${what}: rate`, figure: events / run.seconds, unit: '/s' },
        {
          ...{ section: 'commands', what: `${what}: memory`, figure: run.mostMb, unit: 'MB' },
          ...(events > EVENTS_COMPARED && { bare: compared[command]?.mostMb ?? 0, target }),
        },
      )
    }
    await installation.remove()
  }
  return rows
}

/** From the command to its end. Throws what it has printed, should it fail. */
async function runOf(command: string, { env }: Installation): Promise<Run> {
  const startedMs = performance.now()
  const { pid, ended, output } = startOperation([command], env, process.cwd())
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  let mostMb = 0
  while (!isOver) {
    mostMb = residentMb(pid, 'most') ?? mostMb
    await sleep(LOOK_MS)
  }
  if ((await ended).code !== 0) throw new Error(output())
  if (mostMb === 0) throw new Error('This machine does not tell how much memory a process holds')
  return { seconds: (performance.now() - startedMs) / 1_000, mostMb }
}
