import { expect, test } from 'vitest'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { withoutPersonalData } from '../../platform/league-file/left-out.ts'

const METADATA = {
  actor: { kind: 'admin', id: 1 },
  commandId: 'command-1',
  correlationId: 'command-1',
  causationId: 'command-1',
  occurredAt: '2027-01-01T00:00:00.000Z',
} as const

const recorded = (stream: string, type: string, data: unknown, more = {}): RecordedEvent => ({
  ...{ id: 'event-1', stream, revision: 0, position: '1', recordedAt: METADATA.occurredAt },
  ...{ type, data, metadata: { ...METADATA, ...more } },
})

test('what nobody has allowed is left out of an event and of its metadata', () => {
  const event = recorded(
    'player-7',
    'PlayerAdded',
    { playerId: 7, name: 'Ann', email: 'ann@example.com', phone: '555-0100' },
    { reason: 'Ann asked', address: '203.0.113.1' },
  )
  expect(withoutPersonalData(event)).toEqual({
    ...event,
    metadata: METADATA,
    data: { playerId: 7, name: 'Player 7', email: 'player-7@example.invalid' },
  })
})

test('of a type that nobody has allowed nothing is told', () => {
  expect(withoutPersonalData(recorded('settings', 'SomethingNew', { words: 'Ann' })).data).toEqual({})
})

test('names of seasons and sports stay, and words to players do not', () => {
  const season = { seasonId: 1, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: 'Connie' }
  const told = withoutPersonalData(recorded('season-1', 'SeasonCreated', season))
  expect(told.data).toEqual({ ...season, commissioner: null })
  const note = withoutPersonalData(recorded('season-1', 'SeasonNoteChanged', { note: 'Ask Connie' }))
  expect(note.data).toEqual({ note: null })
})

test('a copy says that it asks a question, and not which one', () => {
  const asked = (tieBreak: object | null) =>
    withoutPersonalData(recorded('season-1', 'RoundCreated', { roundId: 3, tieBreak })).data
  expect(asked({ question: 'How old is Ann?', unit: 'years' })).toEqual({
    roundId: 3,
    tieBreak: { question: 'A question', unit: null },
  })
  expect(asked(null)).toEqual({ roundId: 3, tieBreak: null })
  expect(withoutPersonalData(recorded('season-1', 'RoundCreated', { roundId: 3 })).data).toEqual({
    roundId: 3,
  })
})
