import type { Aggregate } from '../../domain/event.ts'

export type Poured = { type: 'Poured'; data: { litres: number } }
export type Barrel = { litres: number }

/** An aggregate as small as can be, for tests of what holds every aggregate. */
export const barrel: Aggregate<Barrel, Poured, [number]> = {
  stream: (id) => `barrel-${id}`,
  initial: { litres: 0 },
  evolve: (state, event) => ({ litres: state.litres + event.data.litres }),
}

export const poured = (litres: number): Poured => ({ type: 'Poured', data: { litres } })
