import { expect, test } from 'vitest'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { applicationForTest } from '../support/application.ts'

test.each([
  ['Summer2026!', 'Password is too easy to guess: use more or less common words'],
  ['First-horse-7', 'Password must not contain runs such as 123 or abc'],
])(
  'a weak ADMIN_PASSWORD stops the first start with one sentence, which holds nothing of it: %s',
  async (adminPassword, sentence) => {
    const started = applicationForTest({ config: { adminPassword } })
    await expect(started).rejects.toThrow(new StartRefusal(`ADMIN_PASSWORD cannot be used: ${sentence}`))
  },
)
