const STREAM_KINDS = {
  settings: 0,
  league: 0,
  'link-key': 0,
  installation: 0,
  season: 1,
  notices: 1,
  pick: 2,
  player: 1,
  champion: 1,
  message: 1,
  admin: 1,
  admins: 0,
  erasures: 0,
} as const
export type StreamKind = keyof typeof STREAM_KINDS

/** The parts of a name: `pick-7-12` has the kind `pick` and the ids 7 and 12. */
type StreamId = { kind: StreamKind; ids: readonly number[] }

/** Throws RangeError for a name of another form. */
export function streamIdOf(stream: string): StreamId {
  const [, name = '', rest = ''] = /^([a-z]+(?:-[a-z]+)*)((?:-[1-9]\d*)*)$/.exec(stream) ?? []
  const ids = rest.split('-').slice(1).map(Number)
  if (isKind(name) && ids.length === STREAM_KINDS[name]) return { kind: name, ids }
  throw new RangeError(`${stream} is not the name of a stream`)
}

export const idIn = ({ stream }: { stream: string }): number => streamIdOf(stream).ids[0] ?? 0

const isKind = (name: string): name is StreamKind => Object.hasOwn(STREAM_KINDS, name)
