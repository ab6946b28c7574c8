import type { NamedPlaces } from '../../domain/rounds/round.ts'

/** By the names of REST, null while unknown. */
export const presentPlaces = ({ first, second, third, fourth, fifth }: NamedPlaces) => ({
  first_place_team: first ?? null,
  second_place_team: second ?? null,
  third_place_team: third ?? null,
  fourth_place_team: fourth ?? null,
  fifth_place_team: fifth ?? null,
})
