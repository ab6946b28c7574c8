import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasePlayer, erasures } from '#domain/erasure'
import { player } from '#domain/player'
import { erasePerson, finishErasures } from '#platform/erasing'
import { StreamTombstoned } from '#platform/event-store'
import { load } from '#platform/transact'
import { sendMails } from '#scheduler/send-mails'
import { settableClock } from '../support/clock.ts'
import { openDerby } from '../support/derby.ts'
import { reactToAll } from '../support/reactions.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

const NOW = '2027-01-10T12:00:00.000Z'
const [ANN, , CLEO] = [1, 2, 3] as const

let parts: SchedulerParts
beforeEach(async () => {
  parts = await schedulerParts({ clock: settableClock(NOW) })
  await openDerby(parts, [
    { name: 'Ann', email: 'family@example.com' },
    { name: 'Bob', email: 'family@example.com' },
    { name: 'Cleo', email: 'cleo@example.com' },
  ])
  await reactToAll(parts)
})
afterEach(() => parts.close())

test('an erasure that a crash has interrupted is brought to its end in the outbox too', async () => {
  await sendMails(parts)
  const cleo = await load(parts.store, player, CLEO)
  await parts.tell(erasures, [], (state) => erasePlayer(state, cleo, { playerId: CLEO, digests: [] }))
  expect(JSON.stringify(await parts.outbox())).toContain('Cleo')
  await finishErasures(parts)
  expect(JSON.stringify(await parts.outbox())).not.toMatch(/cleo/i)
  await expect(parts.store.read(`player-${CLEO}`)).rejects.toThrow(StreamTombstoned)
})

test.each([
  ['was sent', true],
  ['waits', false],
])('a mail to several that %s no longer names the one who is erased', async (_, isSent) => {
  if (isSent) await sendMails(parts)
  const command = {
    id: '7d3c1c9e-0b6a-4d3e-9a0e-0c9d4b1f2a11',
    actor: { kind: 'system' },
    occurredAt: NOW,
  } as const
  await erasePerson(parts, { kind: 'player', id: ANN }, command)
  const family = (await parts.outbox()).find(({ recipient_address }) =>
    recipient_address.startsWith('family@'),
  )
  expect(family?.recipient_name).toBe(`Erased player ${ANN} and others`)
})
