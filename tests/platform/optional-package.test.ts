import { expect, test } from 'vitest'
import { optionalPackage } from '../../platform/optional-package.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'

test('a package that was left out is named, with the setting that needs it and the remedy', async () => {
  const name: string = 'a-package-that-nobody-installed'
  const loaded = optionalPackage(name, 'EVENTSTORE_URL', () => import(name))
  await expect(loaded).rejects.toThrow(StartRefusal)
  await expect(loaded).rejects.toThrow(
    'EVENTSTORE_URL needs the package a-package-that-nobody-installed, which is not installed: run npm ci without --omit=optional',
  )
})

test('an error inside a package stays what it is', async () => {
  const broken = optionalPackage('broken', 'EVENTSTORE_URL', () => Promise.reject(new TypeError('broken')))
  await expect(broken).rejects.toThrow(TypeError)
})
