import { expect, test } from 'vitest'
import { folderForTest } from '../support/folder-for-test.ts'
import { startOperation } from '../support/server-process.ts'
import { type } from './console.ts'

test('help tells every command and is no mistake', async () => {
  const { code, output } = await type(['help'], {})
  expect(code).toBe(0)
  expect(output).toContain('npm run operate -- rotate-keys sessions|links [--yes]')
})

test('no command at all is a mistake, and starts no server', async () => {
  const { output } = await type(['help'], {})
  const operation = startOperation(['operate'], { DATA_DIR: await folderForTest() })
  expect(await operation.ended).toEqual({ code: 64, signal: null })
  expect(operation.output().trim()).toBe(output)
})
