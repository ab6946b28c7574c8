import { randomFrom } from '../crash/random.ts'

/** All that is left to chance, repeated by a seed. */
export type Chance = {
  /** From 0 to 1. */
  next(): number
  /** True so often, from 0 never to 1 always. */
  happens(likelihood: number): boolean
  /** A whole number; both ends are possible. */
  between(min: number, max: number): number
  oneOf<T>(values: readonly T[]): T
  /** Some of them, in their order; may be none. */
  someOf<T>(values: readonly T[]): T[]
}

export function chanceFrom(seed: number): Chance {
  const next = randomFrom(seed)
  // Seeds that follow each other begin alike.
  for (let index = 0; index < 5; index += 1) next()
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    happens: (likelihood) => next() < likelihood,
    between,
    oneOf: (values) => {
      const value = values[between(0, values.length - 1)]
      if (value === undefined) throw new RangeError('There is nothing to choose from')
      return value
    },
    someOf: (values) => values.filter(() => next() < 0.5),
  }
}
