import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Says where the files of one run find the empty database that the first of them makes for all. It goes with the run. */
export default function setup(project: TestProject): (() => void) | undefined {
  if (process.env.TEST_TEMPLATE) return
  if (!existsSync('dist/database/PG_VERSION'))
    execFileSync(process.execPath, ['platform/database/build-database.js'])
  const folder = mkdtempSync(join(tmpdir(), 'picks-template-'))
  process.env.TEST_TEMPLATE = join(folder, 'database')
  // The source has changed.
  project.onTestsRerun(() => rmSync(join(folder, 'database'), { recursive: true, force: true }))
  return () => rmSync(folder, { recursive: true })
}
