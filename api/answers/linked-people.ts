import { type PresentPlayer, player, presentPlayer } from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type EventStore, StreamTombstoned } from '../../platform/event-store/event-store.ts'
import { load } from '../../platform/event-store/transact.ts'
import type { Links } from '../../platform/links/links.ts'

type PeopleLinks = Links['reminders']

/** Needs no question to the log. Throws Refusal for anything that this server did not make. */
export function readPeopleLink(links: PeopleLinks, token: string) {
  if (links.wasReplaced(token)) throw new Refusal('link-replaced')
  const linked = links.read(token)
  if (linked === null) throw new Refusal('pick-link-invalid')
  return linked
}

/** As the log has them, without those who are gone. Throws Refusal where the link of one of them was replaced, and where all are gone. */
export async function linkedPeople(
  store: EventStore,
  linked: ReturnType<typeof readPeopleLink>,
  generationOf: (player: PresentPlayer, index: number) => number,
): Promise<PresentPlayer[]> {
  const found = await Promise.all(linked.map(({ playerId }) => present(store, playerId)))
  const isInForce = (who: PresentPlayer | null, index: number) =>
    who === null || linked[index]?.generation === generationOf(who, index)
  if (!found.every(isInForce)) throw new Refusal('link-replaced')
  const people = found.filter((who) => who !== null)
  if (people.length === 0) throw new Refusal('pick-link-invalid')
  return people
}

async function present(store: EventStore, playerId: number): Promise<PresentPlayer | null> {
  try {
    return presentPlayer(await load(store, player, playerId))
  } catch (error) {
    if (error instanceof Refusal || error instanceof StreamTombstoned) return null
    throw error
  }
}
