import { expect, test } from 'vitest'
import { START } from '#platform/event-store'
import { withoutPersonalData } from '#platform/left-out'

const recorded = (stream: string, type: string, data: Record<string, unknown>) => ({
  ...{ id: 'e', stream, revision: 0, position: START, type, data, recordedAt: '2027-01-01T00:00:00.000Z' },
  metadata: {
    ...{ actor: { kind: 'system' as const }, commandId: 'c', correlationId: 'c', causationId: 'c' },
    ...{ occurredAt: '2027-01-01T00:00:00.000Z', reason: 'Ann asked for it' },
  },
})

const kept = (...event: Parameters<typeof recorded>) => withoutPersonalData(recorded(...event))

test.each([
  ['player-3', 'PlayerAdded', { playerId: 3, name: 'Ann', email: 'a@b.c', phone: '555', nickname: 'Annie' }],
  ['season-1', 'SeasonRenamed', { name: 'Cup', note: 'Ann pays' }],
  ['player-3', 'PlayerMarried', { name: 'Ann Lee', partner: 'Bob' }],
])('what nobody has allowed is left out of %s %s', (stream, type, data) => {
  const text = JSON.stringify(kept(stream, type, data))
  for (const word of ['Ann', 'a@b.c', '555', 'Annie', 'Bob']) expect(text).not.toContain(word)
})

test('people keep an id, and get a name and an address of their own', () => {
  expect(kept('player-3', 'PlayerAdded', { playerId: 3, name: 'Ann', email: 'a@b.c' }).data).toEqual({
    playerId: 3,
    name: 'Player 3',
    email: 'player-3@example.invalid',
  })
  expect(kept('player-4', 'PlayerEmailChanged', { email: null }).data).toEqual({ email: null })
  expect(kept('admins', 'AdminEnlisted', { adminId: 2, addressKey: 'k' }).data).toEqual({
    adminId: 2,
    addressKey: 'left-out-2',
  })
})

test('what is no word of a person stays as it was', () => {
  const data = { seasonId: 1, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: 'Ann' }
  expect(kept('season-1', 'SeasonCreated', data).data).toEqual({ ...data, commissioner: null })
})
