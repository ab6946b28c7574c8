import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { AS_STARTED } from '../support/server-process.ts'
import type { Row } from './report.ts'

/** In a process with the flags of a server: they cost time. */
export async function benchReplay(): Promise<Row[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...AS_STARTED,
    'dist/tests/bench/rebuilding.js',
  ])
  return JSON.parse(stdout)
}
