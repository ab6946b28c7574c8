import { STREAM_KINDS, type StreamKind } from './event-table.ts'

/** The parts of a name: `pick-7-12` has the kind `pick` and the ids 7 and 12. */
export type StreamId = { kind: StreamKind; ids: readonly number[] }

/** Throws RangeError for a name of another form. */
export function streamIdOf(stream: string): StreamId {
  const [, name = '', ids = ''] = /^([a-z]+(?:-[a-z]+)*)((?:-\d+)*)$/.exec(stream) ?? []
  const kind = STREAM_KINDS.find((one) => one === name)
  if (kind === undefined) throw new RangeError(`${stream} is not the name of a stream`)
  return { kind, ids: ids.split('-').slice(1).map(Number) }
}
