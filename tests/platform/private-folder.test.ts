import { chmod, chown } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { cannotBeUsed, warningOf } from '../../platform/database/private-folder.ts'
import { folderForTest } from '../support/folder-for-test.ts'

const refused = (path: string) =>
  Object.assign(new Error(`EPERM: operation not permitted, open '${path}'`), { code: 'EPERM', path })

test('a folder that others can read is warned of, but not where modes say nothing, as on Windows', async () => {
  const folder = await folderForTest()
  await chmod(folder, 0o755)
  expect(warningOf(folder)).toContain('can be read by other users')
  const { getuid } = process
  onTestFinished(() => {
    Object.assign(process, { getuid })
  })
  Object.assign(process, { getuid: undefined })
  expect(warningOf(folder)).toBeNull()
})

test('what cannot be used names its user where it is of another one, and only there', async () => {
  const own = await folderForTest()
  const message = (path: string) => cannotBeUsed('The folder cannot be written', refused(path)).message
  expect(message(own)).toBe(`The folder cannot be written: EPERM: operation not permitted, open '${own}'`)
  const others = process.getuid?.() === 0 ? await folderForTest() : '/etc'
  if (others !== '/etc') await chown(others, 12_345, 12_345)
  for (const path of [others, `${others}/file/that/is/not/there`]) {
    expect(message(path)).toMatch(/: it must belong to user \d+$/)
  }
})
