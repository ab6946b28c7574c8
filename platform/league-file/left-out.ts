import { findDescriptor } from '../../domain/event-table.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import type { RecordedEvent } from '../event-store/event-store.ts'

export const COMPLETE_NOTES = [
  'Names, addresses and the picks of sports that are not locked yet are in this file, so that it can be restored.',
  'Only the main admin and the operator of the server can make it: keep it safe.',
]

export const SEALED_NOTE =
  'Some of these picks are hidden from admins: anyone who opens the file before their lock sees them, and nobody else notices.'

export const LEFT_OUT_NOTES = [
  'Names and addresses of players and admins are replaced by neutral ones, such as "Player 12".',
  'Ids are as they were: "Player 12" is the player with the id 12 of the public standings.',
  'Picks of sports that are not locked yet are left out.',
  'Commissioners, notes of seasons and champions, messages to players, tie-break questions and reasons are left out, because they may name somebody.',
  'Seals are left out: they are over the events as they were.',
  'What people picked for other sports, and the names of seasons, sports and teams, are as they were.',
  'So are the title, the tagline and the footer of the public pages, and the title of the hall of fame.',
]

type Data = Record<string, unknown>

export function pickedRound({ stream }: RecordedEvent): number | null {
  const { kind, ids } = streamIdOf(stream)
  return kind === 'pick' ? (ids[0] ?? null) : null
}

export function withoutPersonalData(event: RecordedEvent): RecordedEvent {
  const { actor, commandId, correlationId, causationId, occurredAt, schemaVersion } = event.metadata
  return {
    ...event,
    metadata: {
      ...{ actor, commandId, correlationId, causationId, occurredAt },
      ...(schemaVersion === undefined ? {} : { schemaVersion }),
    },
    data: safeDataOf(event),
  }
}

function safeDataOf({ type, stream, data }: RecordedEvent): Data {
  const safe: readonly string[] = findDescriptor(type)?.safe ?? []
  const { kind, ids } = streamIdOf(stream)
  const id = `${ids[0] ?? ''}`
  const entries = Object.entries(data as Data).flatMap(([field, value]) => {
    if (safe.includes(field)) return [[field, value]]
    const neutral = NEUTRAL[field]?.({ kind, id, value, data: data as Data })
    return neutral === undefined ? [] : [[field, neutral]]
  })
  return Object.fromEntries(entries)
}

const CALLED: Readonly<Record<string, string>> = { player: 'Player', champion: 'Champion' }

type Field = { kind: string; id: string; value: unknown; data: Data }

const NEUTRAL: Readonly<Record<string, (field: Field) => unknown>> = {
  name: ({ kind, id, value }) => (value === null ? null : `${CALLED[kind] ?? 'Admin'} ${id}`),
  email: ({ kind, id, value }) => (value === null ? null : `${kind}-${id}@example.invalid`),
  addressKey: ({ data }) => `left-out-${data.adminId}`,
  network: () => 'left-out',
  commissioner: () => null,
  emailMessage: () => null,
  note: () => null,
  subject: () => 'A message',
  text: () => 'A message',
  question: () => 'A question',
  unit: () => null,
  tieBreak: ({ value }) => value && { question: 'A question', unit: null },
}
