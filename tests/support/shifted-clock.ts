import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderForTest } from './folder-for-test.ts'

/**
 * Runs before the server. Its clock is off by what the file says, for the server and all its libraries; timers go on as
 * they do when an administrator sets the clock of a machine.
 */
const programFor = (file: string) => `
  import { readFileSync } from 'node:fs'
  const shift = () => Number(readFileSync(${JSON.stringify(file)}, 'utf8'))
  const RealDate = Date
  const now = () => RealDate.now() + shift()
  globalThis.Date = new Proxy(RealDate, {
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    apply: () => new RealDate(now()).toString(),
  })
`

type ShiftedClock = {
  /** For the server process. */
  env: { NODE_OPTIONS: string }
  /** What it shows from now on, compared with the real time. */
  shift(ms: number): void
}

/** The clock of a server process, which jumps when it is told. */
export async function shiftedClock(): Promise<ShiftedClock> {
  const file = join(await folderForTest(), 'shift-ms')
  const shift = (ms: number) => writeFileSync(file, `${ms}`)
  shift(0)
  return {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(programFor(file))}` },
    shift,
  }
}
