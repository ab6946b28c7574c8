import { hasEmail } from '../players/player-facts.tsx'

type Person = { name: string; email: string }

/** By which a list of people finds them. */
export const nameAndAddress = (person: Person) =>
  hasEmail(person) ? `${person.name} ${person.email}` : person.name

/** In lists of players and of participants alike. */
export const personFilters = {
  Active: ({ is_active }: { is_active: number }) => is_active === 1,
  Inactive: ({ is_active }: { is_active: number }) => is_active === 0,
  'Without address': (person: { email: string }) => !hasEmail(person),
}
