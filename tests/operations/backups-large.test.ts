import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeLeague } from '../bench/league.ts'
import { report } from '../deep/depth.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { withFolder } from '../support/log.ts'
import { startOperation } from '../support/server-process.ts'

const EVENTS = 100_000
const LIMITED = { NODE_OPTIONS: '--max-old-space-size=128' }

test(`${EVENTS} events are backed up, replayed and restored with 128 MB for the heap`, {
  timeout: 1_800_000,
}, async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  await withFolder(dataDir, ({ database }) => writeLeague(database.pool, { players: 20, rounds: 20 }, EVENTS))
  const passphrase = join(await folderForTest(), 'passphrase')
  writeFileSync(passphrase, 'correct horse battery staple')
  const type = async (words: string[], env: Record<string, string>) => {
    const startedMs = performance.now()
    const { ended, output } = startOperation(['operate', ...words], {
      ...env,
      ...LIMITED,
      BACKUP_PASSPHRASE_FILE: passphrase,
    })
    expect(await ended, output()).toMatchObject({ code: 0 })
    report({ [words[0] ?? '']: `${Math.round((performance.now() - startedMs) / 1_000)} s` })
    return output()
  }
  const made = await type(['backup'], { DATA_DIR: dataDir })
  const [path = ''] = /\S+\.backup/.exec(made) ?? []
  expect(JSON.parse(readFileSync(join(dataDir, 'backups/backups.json'), 'utf8'))).toMatchObject([
    { file: path.split('/').at(-1), events: expect.any(Number), replayedAt: expect.any(String), error: null },
  ])
  const restored = { DATA_DIR: join(await folderForTest(), 'data') }
  const output = await type(['restore', path], restored)
  expect(Number(/: (\d+) events/.exec(output)?.[1])).toBeGreaterThan(EVENTS * 0.9)
})
