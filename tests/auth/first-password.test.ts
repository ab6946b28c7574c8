import { expect, test } from 'vitest'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { applicationForTest } from '../support/application.ts'

test('a weak ADMIN_PASSWORD stops the first start with one sentence, which does not hold it', async () => {
  const started = applicationForTest({ config: { adminPassword: 'Summer2026!' } })
  await expect(started).rejects.toThrow(
    new StartRefusal(
      'ADMIN_PASSWORD cannot be used: Password is too easy to guess: use more or less common words',
    ),
  )
})
