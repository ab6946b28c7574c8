import type { Effect, Preview } from '../../commands/undo/previews.ts'

export const presentEffects = (effects: readonly Effect[]) =>
  effects.map(({ players, ...season }) => ({
    ...season,
    players: players.map(({ playerId: userId, ...player }) => ({ userId, ...player })),
  }))

export const presentPreview = ({ position, seasons }: Preview) => ({
  position,
  seasons: presentEffects(seasons),
})
