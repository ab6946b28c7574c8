import type { RecordedEvent } from './event-store.ts'

/** What a file says of itself that leaves nothing out. */
export const COMPLETE_NOTES = [
  'Names, addresses and the picks of sports that are not locked yet are in this file, so that it can be restored.',
  'Only the main admin and whoever runs the server can make it: keep it safe.',
]

/** What one without personal data says. */
export const LEFT_OUT_NOTES = [
  'Names and addresses of players and admins are replaced by neutral ones, such as "Player 12".',
  'Ids are as they were: "Player 12" is the player with the id 12 of the public standings.',
  'Picks of sports that are not locked yet are left out.',
  'Commissioners, messages to players and reasons are left out, because they may name somebody.',
  'Seals are left out: they are over the events as they were.',
  'What people picked for other sports, and the names of seasons, sports and teams, are as they were.',
]

type Data = Record<string, unknown>

/** The round of which an event holds a pick, null for any other event. */
export function pickedRound({ stream }: RecordedEvent): number | null {
  const [, roundId] = /^pick-(\d+)-\d+$/.exec(stream) ?? []
  return roundId === undefined ? null : Number(roundId)
}

/** The same event without anybody's name, address or words. */
export function withoutPersonalData(event: RecordedEvent): RecordedEvent {
  const { reason, ...metadata } = event.metadata
  const data = event.data as Data
  return { ...event, metadata, data: neutral(event.stream, data) }
}

/** By what a value is called and whose stream it stands in, so that a new type of event leaks nothing. */
function neutral(stream: string, data: Data): Data {
  const [, kind, id] = /^(player|admin)-(\d+)$/.exec(stream) ?? []
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (key === 'commissioner' || key === 'emailMessage') return [key, null]
      if (key === 'addressKey') return [key, `left-out-${data.adminId}`]
      if (kind === undefined) return [key, value]
      if (key === 'network') return [key, 'left-out']
      if (key === 'name') return [key, `${kind === 'player' ? 'Player' : 'Admin'} ${id}`]
      if (key === 'email') return [key, value === null ? null : `${kind}-${id}@example.invalid`]
      return [key, value]
    }),
  )
}
