import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OPERATION_NAMES } from '../../operations/operate.ts'
import { ROOT, sourceFiles } from '../architecture/source-files.ts'
import { knownVariables } from './known-variables.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const page = read('docs/operations.md')

describe('the operations page', () => {
  test('names every variable of the configuration, and no other', () => {
    const parts = ['COMPOSE_FILE', 'KURRENTDB_INSECURE']
    const named = [...page.matchAll(/`([A-Z][A-Z_]{3,})(?:=[^`]*)?`/g)].map(([, name = '']) => name)
    expect([...new Set(named)].filter((name) => !parts.includes(name)).sort()).toEqual(knownVariables())
  })

  test('names every figure that is served, and no other', () => {
    const served = [...read('api/metrics/metrics.ts').matchAll(/name: '(picks_\w+)'/g)].map(
      ([, name]) => name,
    )
    const named = [...page.matchAll(/`(picks_\w+)/g)].map(([, name]) => name)
    expect([...new Set(named)].sort()).toEqual([...new Set(served)].sort())
  })

  test('names only files that are there', () => {
    for (const [, path = ''] of page.matchAll(/`([\w./-]*\.(?:yml|sql|example))`/g)) {
      expect(existsSync(join(ROOT, path)), path).toBe(true)
    }
  })

  test('has every command in its form for a container', () => {
    const [section = ''] = page.split('\n## Commands in a container\n')[1]?.split('\n## ') ?? []
    for (const name of OPERATION_NAMES) {
      expect(section).toMatch(new RegExp(`^docker .+ npm run (?:operate -- )?${name}\\b`, 'm'))
    }
    expect(section).toContain('npm start -- --check-config')
  })

  test('says how long things take as the code has them', () => {
    expect(read('main.ts')).toContain('SHUTDOWN_MS = 8_000')
    expect(page).toContain('within eight seconds')
    expect(read('main.ts')).toContain('server: 1_500')
    expect(page).toContain('another second and a half')
    // The two pools, a watch of each, the listener and the locks.
    expect(read('platform/database/database-server.ts')).toMatch(
      /\nconst CONNECTIONS_MAX = 8\nconst READ_CONNECTIONS_MAX = 4\n/,
    )
    expect(page).toContain('up to 16 connections')
    expect(read('platform/config/config.ts')).toContain("'MAX_CONNECTIONS', value.count(10, 100_000), 2_000")
    expect(page).toContain('2,000 connections')
    expect(read('api/server/connections.ts')).toContain('SILENT_MS = 60_000')
    expect(page).toContain('cut after a minute')
    expect(read('platform/database/disk-space.ts')).toContain('FLOOR_BYTES = 128 * 1024 * 1024')
    expect(page).toContain('128 MiB')
    expect(read('platform/mail/mailer.ts')).toContain('MAILS_PER_SECOND_MAX = 10')
    expect(page).toContain('ten mails a second')
  })

  test('masks every address that is a key', () => {
    const patterns = page.matchAll(/\^\((?:\?<path>)?(\(\?:\/\[\^\/\?\]\+\)\*\?\/\(\?:[^)]*\)\/)\)/g)
    const rules = [...patterns].map(([, rule = '']) => new RegExp(`^(${rule})[^/?]+`))
    expect(rules.length, 'one for Caddy, one for nginx').toBe(2)
    const routes = sourceFiles().flatMap(({ text, room }) =>
      [...text.matchAll(/(['" ])\/?([\w/-]+\/)(?::token|\{token\})/g)].map(
        // Calls are named with their method.
        ([, before, path]) => `${room === 'api' || before === ' ' ? '/api' : ''}/${path}`,
      ),
    )
    expect(routes).toEqual(expect.arrayContaining(['/pick/', '/me/', '/api/me/', '/join/confirm/']))
    for (const rule of rules) {
      for (const below of ['', '/picks', '/league/2027']) {
        for (const route of routes) {
          expect(`${below}${route}KEY`.replace(rule, '$1***'), `${rule}`).toBe(`${below}${route}***`)
        }
        for (const address of ['/rules', '/api/public/seasons', '/admin/seasons/3']) {
          expect(below + address, `${rule}`).not.toMatch(rule)
        }
      }
    }
  })
})
