import { describe, expect, test } from 'vitest'
import { readPastedPlayers } from './pasted-players.ts'

const LEAGUE = [
  { name: 'Ann Archer', email: 'ann@example.com' },
  { name: 'Jörg', email: 'player-2@placeholder.local' },
]

const read = (text: string) => readPastedPlayers(text, LEAGUE)

describe('a line is read', () => {
  test.each([
    ['Bob <bob@example.com>', 'Bob', 'bob@example.com'],
    ['"Bob Builder" <bob@example.com>', 'Bob Builder', 'bob@example.com'],
    ['Bob, bob@example.com', 'Bob', 'bob@example.com'],
    ['Bob;bob@example.com', 'Bob', 'bob@example.com'],
    ['Bob\tbob@example.com', 'Bob', 'bob@example.com'],
    ['Bob bob@example.com', 'Bob', 'bob@example.com'],
    ['bob@example.com, Bob', 'Bob', 'bob@example.com'],
    ['"Doe, Dave", dave@example.com', 'Dave Doe', 'dave@example.com'],
    ['"Doe, Dave" <dave@example.com>', 'Dave Doe', 'dave@example.com'],
    ['"Doe, Dave"\tdave@example.com', 'Dave Doe', 'dave@example.com'],
    ['"Doe, Dave"', 'Dave Doe', ''],
    ['Bob "Bobby" Builder, bob@example.com', 'Bob "Bobby" Builder', 'bob@example.com'],
    ['bob@example.com', 'Bob', 'bob@example.com'],
    ['<dave_mc-doe.jr+league@example.com>', 'Dave Mc Doe Jr', 'dave_mc-doe.jr+league@example.com'],
    ['"Bob","bob@example.com"', 'Bob', 'bob@example.com'],
    ['Bob, <mailto:bob@example.com>', 'Bob', 'bob@example.com'],
    ['Bob (bob@example.com)', 'Bob', 'bob@example.com'],
    ['  3) Bob ,  bob@example.com ; ', 'Bob', 'bob@example.com'],
    ['• Bob', 'Bob', ''],
    ['Bob', 'Bob', ''],
    ['Bob,', 'Bob', ''],
    ['Bob  van   Dyke', 'Bob van Dyke', ''],
    ['van Dyke, Bob, bob@example.com', 'van Dyke, Bob', 'bob@example.com'],
    ['Dyke, Bob B.', 'Bob B. Dyke', ''],
    ['Dyke, Jr.', 'Dyke, Jr.', ''],
    ['Bob\tvan Dyke\tbob@example.com', 'Bob van Dyke', 'bob@example.com'],
    ['Zoë Ångström, zoë@bücher.example', 'Zoë Ångström', 'zoë@bücher.example'],
    ["O'Neill, o'neill@example.com", "O'Neill", "o'neill@example.com"],
  ])('%j', (line, name, email) => {
    expect(read(line)).toEqual({
      coming: [{ line: 1, name, email }],
      passedOver: [],
      problems: [],
      households: [],
    })
  })

  test.each([
    ['_@example.com', 'The name is missing'],
    ['Bob, bob@', '“bob@” is not an email address'],
    ['Bob, @example.com', '“@example.com” is not an email address'],
    ['Bob, bob@home@example.com', '“bob@home@example.com” is not an email address'],
    ['Bob, bob.example.com', '“bob.example.com” is not an email address'],
    ['Bob, bob@example.com, bob@work.example', 'There are two addresses in this line'],
    ['B'.repeat(101), 'The name is longer than 100 characters'],
  ])('and %j has a problem', (line, problem) => {
    expect(read(`Cleo\n\n${line}`)).toMatchObject({
      coming: [{ line: 1, name: 'Cleo' }],
      problems: [{ line: 3, text: line, problem }],
    })
  })
})

test('the heading of a spreadsheet and empty lines are no players', () => {
  expect(read('Name\tE-mail\r\n\r\nBob\tbob@example.com\r\n').coming).toEqual([
    { line: 3, name: 'Bob', email: 'bob@example.com' },
  ])
  expect(read(' \n ')).toEqual({ coming: [], passedOver: [], problems: [], households: [] })
})

test('who is a player already is passed over', () => {
  const text = 'ann archer\nAnn Archer, ANN@example.com\nAnn Archer, new@example.com\nJorg, jorg@example.com'
  expect(read(text)).toMatchObject({
    coming: [],
    passedOver: [
      { line: 1, name: 'ann archer', why: 'a player already' },
      { line: 2, name: 'Ann Archer', why: 'a player already' },
      { line: 3, name: 'Ann Archer', why: 'a player already, with the address ann@example.com' },
      { line: 4, name: 'Jorg', why: 'a player already, without an address' },
    ],
  })
})

test('who stands in two lines comes once, and another address is asked about', () => {
  const { coming, passedOver, problems } = read(
    'Bob, bob@example.com\nBob, BOB@example.com\nBob, rob@example.com',
  )
  expect(coming).toHaveLength(1)
  expect(passedOver).toEqual([{ line: 2, name: 'Bob', why: 'the same as line 1' }])
  expect(problems).toEqual([
    { line: 3, text: 'Bob, rob@example.com', problem: 'Bob is in line 1 too. Give one of them another name' },
  ])
})

test('players of one address are a household, also with who is there already', () => {
  const text = 'Bob, home@example.com\nCleo, Home@example.com\nDora\nEve\nFinn, ann@example.com'
  expect(read(text).households).toEqual([
    { email: 'home@example.com', names: ['Bob', 'Cleo'] },
    { email: 'ann@example.com', names: ['Finn', 'Ann Archer'] },
  ])
})

test('five hundred lines are read in no time', () => {
  const text = Array.from({ length: 500 }, (_, index) => `Player ${index}, p${index}@example.com`).join('\n')
  expect(read(text).coming).toHaveLength(500)
})
