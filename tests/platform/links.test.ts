import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLinks, PEOPLE_MAX } from '../../platform/links/links.ts'
import { APP_URL } from '../support/application.ts'

const OURS = { secret: 'the-secret-of-this-server-alone-32', appUrl: APP_URL }
const links = openLinks(OURS)
const other = openLinks({ ...OURS, secret: 'the-secret-of-some-other-server-32' })
const rekeyed = openLinks({ ...OURS, generation: 'b', replaced: ['', 'a'] })

const id = fc.integer({ min: 1, max: 999_999 })
const generation = fc.integer({ min: 0, max: 12 })
const people = fc.array(fc.record({ playerId: id, generation }), { minLength: 1, maxLength: PEOPLE_MAX })
const season = fc.record({ seasonId: id, generation })
const round = fc.record({ seasonId: id, roundId: id, playerId: id, generation })

/** By purpose: what it names, the address, and what is read from its token. */
const PURPOSES = [
  ['pick', round.map((link) => [link, links.pick.urlFor(link)] as const)],
  ['join', season.map((link) => [link, links.join.urlFor(link)] as const)],
  ['reminders', people.map((link) => [link, links.reminders.urlFor(link)] as const)],
  ['messages', people.map((link) => [link, links.messages.urlFor(link)] as const)],
  ['receipts', people.map((link) => [link, links.receipts.urlFor(link)] as const)],
  ['me', people.map((link) => [link, links.me.urlFor(link)] as const)],
] as const

const tokenIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)

describe.each(PURPOSES)('a link for %s', (purpose, made) => {
  const holds = (check: (token: string, link: unknown, url: string) => void) =>
    fc.assert(
      fc.property<[readonly [unknown, string]]>(made, ([link, url]) => check(tokenIn(url), link, url)),
    )

  test('names what it was made for, with mixed generations, at the path of its purpose', () =>
    holds((token, link, url) => {
      expect(url).toMatch(new RegExp(`^${APP_URL}/${purpose}/[\\d.-]+-[\\w-]{22}$`))
      expect(links[purpose].read(token)).toEqual(link)
      expect(links[purpose].wasReplaced(token)).toBe(false)
    }))

  test('opens nothing for another purpose or at another server', () =>
    holds((token) => {
      for (const [wrong] of PURPOSES) {
        if (wrong !== purpose) expect(links[wrong].read(token)).toBeNull()
        expect(other[wrong].read(token)).toBeNull()
        expect(other[wrong].wasReplaced(token)).toBe(false)
      }
    }))

  test('is known as an old one, and opens nothing, once the key of all links was replaced', () =>
    holds((token) => {
      expect(rekeyed[purpose].read(token)).toBeNull()
      expect(rekeyed[purpose].wasReplaced(token)).toBe(true)
    }))

  test('opens nothing once one character of it is another, more or missing', () => {
    const edit = fc.tuple(
      fc.nat(),
      fc.constantFrom('', '0', '1', 'A', '-', '.', '_', 'é', '٣', ' '),
      fc.nat(1),
    )
    fc.assert(
      fc.property<[readonly [unknown, string], readonly [number, string, number]]>(
        made,
        edit,
        ([, url], [at, typed, dropped]) => {
          const token = tokenIn(url)
          const from = at % token.length
          const edited = token.slice(0, from) + typed + token.slice(from + dropped)
          fc.pre(edited !== token)
          expect(links[purpose].read(edited)).toBeNull()
          expect(rekeyed[purpose].wasReplaced(edited)).toBe(false)
        },
      ),
    )
  })
})

test('a link that was never replaced is its numbers and a proof', () => {
  expect(links.pick.tokenFor({ seasonId: 1, roundId: 2, playerId: 3 })).toMatch(/^1-2-3-[\w-]{22}$/)
  expect(links.reminders.tokenFor([{ playerId: 3, generation: 0 }, { playerId: 4 }])).toMatch(
    /^3\.4-[\w-]{22}$/,
  )
  expect(links.me.tokenFor([{ playerId: 3, generation: 2 }, { playerId: 4 }])).toMatch(/^3-2\.4-[\w-]{22}$/)
})

test('a link to my page has room for six people, a link to stop reminders for any number', () => {
  const named = (count: number) => Array.from({ length: count }, (_, index) => ({ playerId: index + 1 }))
  expect(links.me.read(links.me.tokenFor(named(6)))).toHaveLength(6)
  expect(() => links.me.tokenFor(named(7))).toThrow(RangeError)
  expect(links.reminders.read(links.reminders.tokenFor(named(7)))).toHaveLength(7)
})
