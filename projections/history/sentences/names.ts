import type { Actor } from '../../../domain/event.ts'
import { asking } from '../../read-models/asking.ts'
import { idsOf, loadDocuments } from '../../read-models/find-documents.ts'
import type { Read } from '../../read-models/read-tables.ts'

/** Of people, as they are called today. */
export type Names = ReturnType<typeof namesBy>

type Person = 'player' | 'admin'

/** Words are made twice: the first time says who is in them. */
export async function withNames<Words>(read: Read, words: (names: Names) => Words): Promise<Words> {
  const ids = { player: new Set<number>(), admin: new Set<number>() }
  const draft = words(namesBy((kind, id) => String(ids[kind].add(id).size)))
  if (ids.player.size + ids.admin.size === 0) return draft
  const { find } = await loadDocuments(asking(read), [
    ...idsOf('player', ids.player),
    ...idsOf('admin', ids.admin),
  ])
  const gone = (kind: Person) => [...ids[kind]].filter((id) => find(kind, id) === null)
  const last = await lastNames(read, gone('player'), gone('admin'))
  return words(
    namesBy((kind, id) => find(kind, id)?.name ?? last.get(`${kind}-${id}`) ?? `an erased ${kind}`),
  )
}

function namesBy(name: (kind: Person, id: number) => string) {
  return {
    player: (id: number) => name('player', id),
    admin: (id: number) => name('admin', id),
    actor: (actor: Actor) => ('id' in actor ? name(actor.kind, actor.id) : SELF[actor.kind]),
  }
}

const SELF = { scheduler: 'The scheduler', system: 'The system' }

const NAMING = ['PlayerAdded', 'PlayerRenamed', 'AdminAdded', 'AdminSetupCompleted', 'AdminRenamed'] as const

/** Of people who were removed, by stream. An erasure has deleted the rows. */
async function lastNames(read: Read, players: readonly number[], admins: readonly number[]) {
  if (players.length + admins.length === 0) return new Map<string, string>()
  const rows = await read
    .selectFrom('history')
    .select(['stream', 'args'])
    .where('type', 'in', NAMING)
    .where((eb) => eb.or([eb('player_id', 'in', [0, ...players]), eb('admin_id', 'in', [0, ...admins])]))
    .orderBy('position')
    .execute()
  return new Map(rows.map(({ stream, args }) => [stream, (args.data as { name: string }).name]))
}
