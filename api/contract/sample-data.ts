import { type Static, Type } from 'typebox'

export const SampleDataChanged = Type.Object({
  message: Type.String(),
  details: Type.Object({ players: Type.Integer(), seasons: Type.Integer(), rounds: Type.Integer() }),
})

export type SampleDataChanged = Static<typeof SampleDataChanged>
