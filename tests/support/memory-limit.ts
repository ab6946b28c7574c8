import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Control groups as Linux has them, of the second version or the first. */
const VERSIONS = [
  {
    ...{ root: '/sys/fs/cgroup', sign: 'cgroup.subtree_control' },
    limits: ['memory.max'],
    without: { 'memory.swap.max': '0' },
    peak: 'memory.peak',
  },
  {
    ...{ root: '/sys/fs/cgroup/memory', sign: 'memory.limit_in_bytes' },
    limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    without: {},
    peak: 'memory.max_usage_in_bytes',
  },
] as const

const MB = 2 ** 20

type MemoryLimit = {
  /** A process that has just started, and all that it starts. */
  holdIn(pid: number): void
  /** The most that they took together. */
  peakMb(): number
  remove(): void
}

/** So much memory and no swap, as a small machine or a container has them. */
export function memoryLimit(limitMb: number): MemoryLimit {
  const version = VERSIONS.find(({ root, sign }) => existsSync(join(root, sign)))
  if (!version) throw new Error('There are no control groups here')
  const folder = join(version.root, `picks-test-${process.pid}-${limitMb}`)
  mkdirSync(folder)
  const write = (name: string, text: string) => {
    // A machine that never swaps has no file for its limit.
    if (existsSync(join(folder, name))) writeFileSync(join(folder, name), text)
  }
  for (const name of version.limits) write(name, `${limitMb * MB}`)
  for (const [name, text] of Object.entries(version.without)) write(name, text)
  if (!existsSync(join(folder, version.limits[0]))) {
    rmdirSync(folder)
    throw new Error('Control groups here do not limit memory')
  }
  return {
    holdIn: (pid) => write('cgroup.procs', `${pid}`),
    peakMb: () => Math.round(Number(readFileSync(join(folder, version.peak), 'utf8')) / MB),
    remove: () => rmdirSync(folder),
  }
}

/** Why memory cannot be limited here, null where it can. */
export const memoryLimitMissing: string | null = whyMissing()

function whyMissing() {
  try {
    memoryLimit(64).remove()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
