import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'

/** What the registry knows of the packages that the server needs; not every registry answers. */
function audit(): { metadata?: { vulnerabilities: Record<string, number> } } {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 60_000,
  })
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

test('no package that the server needs has a known hole of weight', ({ skip }) => {
  const { metadata } = audit()
  if (!metadata) {
    console.warn('SKIPPED: the audit of packages, because the registry answers none')
    skip('the registry answers no audit')
    return
  }
  expect(metadata.vulnerabilities).toMatchObject({ high: 0, critical: 0 })
})
