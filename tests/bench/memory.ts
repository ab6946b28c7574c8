import { readFileSync } from 'node:fs'

const FIGURES = { now: 'VmRSS', most: 'VmHWM' } as const

/** What a process holds now, or the most that it has ever held at once; null when it has ended. Linux alone tells it of another process. */
export function residentMb(pid: number, when: keyof typeof FIGURES): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = new RegExp(`^${FIGURES[when]}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
    return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / 1e6
  } catch {
    return null
  }
}
