import { describe, expect, test } from 'vitest'
import { whyRefused } from '../../commands/accounts/password-rules.ts'
import { scryptPasswords } from '../../commands/accounts/passwords.ts'
import { Refusal } from '../../domain/refusal.ts'
import { CHEAP, cheapPasswords } from '../support/passwords.ts'

describe('a password hash', () => {
  const passwords = cheapPasswords()

  test('is verified, and never the same twice', async () => {
    const hash = await passwords.hash('Sunny-Horse-7')
    expect(await passwords.hash('Sunny-Horse-7')).not.toBe(hash)
    expect(await passwords.verify('Sunny-Horse-7', hash)).toBe(true)
    expect(await passwords.verify('Sunny-Horse-8', hash)).toBe(false)
    expect(await passwords.verify('Sunny-Horse-7', null)).toBe(false)
    expect(await passwords.verify('', null)).toBe(false)
  })

  test('does not care how the keyboard composes an accent', async () => {
    const hash = await passwords.hash('Caf\u00e9-Horse-7')
    expect(await passwords.verify('Cafe\u0301-Horse-7', hash)).toBe(true)
  })

  test('is outdated once new ones cost something else, and is verified all the same', async () => {
    const hash = await passwords.hash('Sunny-Horse-7')
    const dearer = scryptPasswords({ ...CHEAP, log2N: 5 })
    expect([passwords.isOutdated(hash), dearer.isOutdated(hash)]).toEqual([false, true])
    expect(await dearer.verify('Sunny-Horse-7', hash)).toBe(true)
  })

  test('costs what the decision says', async () => {
    expect(await scryptPasswords().hash('Sunny-Horse-7')).toMatch(/^scrypt\$17\$8\$1\$/)
  })

  test('waits in a short queue, behind which the server says that it is busy', async () => {
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.hash('Sunny-Horse-7')))
    const refused = all.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(18)
    for (const refusal of refused) expect(refusal).toMatchObject({ reason: { kind: 'busy' } })
  })
})

describe('a new password', () => {
  test.each([
    ['aB7-xyw', 'Password must be 8 to 128 characters'],
    [`aB7-${'xk'.repeat(63)}`, 'Password must be 8 to 128 characters'],
    ['SUNNY-HORSE-7', 'Password must contain a lowercase letter'],
    ['sunny-horse-7', 'Password must contain an uppercase letter'],
    ['Sunny-Horse', 'Password must contain a number'],
    ['SunnyHorse7', 'Password must contain a special character'],
    [
      'My-Password-7',
      'Password must not contain a common word such as "password" or "welcome": it contains "Password"',
    ],
    ['First-Robin-7', 'Password must not contain runs such as 123 or abc: it contains "rst"'],
    ['Horse-123', 'Password must not contain runs such as 123 or abc: it contains "123"'],
    ['Horse-CBa-7', 'Password must not contain runs such as 123 or abc: it contains "CBa"'],
    ['Hooorse-77', 'Password must not contain the same character three times in a row: it contains "ooo"'],
  ])('%s is refused', async (password, sentence) => {
    const broken = await whyRefused(password)
    expect(broken && new Refusal(broken.code, { field: 'password', ...broken }).message).toBe(sentence)
  })

  test.each([
    'aB7-xkyw',
    `Gz7-hmtwqkvrsldpnbjfxyce${'xk'.repeat(52)}`,
    'Schöne-Äpfel-9',
    'Hoorse-12',
    'Correct horse battery staple lamp 7!',
  ])('%s is taken', async (password) => {
    expect(await whyRefused(password, ['Office Pool', 'connie@example.com'])).toBeNull()
  })

  test.each([
    'P@ssw0rd',
    'Summer2026!',
    'Football1!',
    'League2026!',
    'Picks-2026',
    'Office-2026!',
    'Connie-2026!',
  ])(
    '%s is refused, because a list of common passwords and words of the installation finds it',
    async (password) => {
      const texts = ['Office Pool', 'connie@example.com']
      expect(await whyRefused(password, texts)).toEqual({ code: 'password-easy-to-guess' })
    },
  )
})
