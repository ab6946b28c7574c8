import type { Settings } from '../../../api/contract/settings.ts'
import { counted } from '../counted.ts'

/** The name of each place in the round, in the request, in the settings and on the screen. */
export const places = [
  {
    column: 'first_place_team',
    field: 'firstPlaceTeam',
    placement: 'first',
    points: 'points_first_place',
    label: 'Champion (1st Place)',
    short: '1st',
  },
  {
    column: 'second_place_team',
    field: 'secondPlaceTeam',
    placement: 'second',
    points: 'points_second_place',
    label: '2nd Place',
    short: '2nd',
  },
  {
    column: 'third_place_team',
    field: 'thirdPlaceTeam',
    placement: 'third',
    points: 'points_third_place',
    label: '3rd Place',
    short: '3rd',
  },
  {
    column: 'fourth_place_team',
    field: 'fourthPlaceTeam',
    placement: 'fourth',
    points: 'points_fourth_place',
    label: '4th Place',
    short: '4th',
  },
  {
    column: 'fifth_place_team',
    field: 'fifthPlaceTeam',
    placement: 'fifth',
    points: 'points_fifth_place',
    label: '5th Place',
    short: '5th',
  },
] as const

export type PlaceField = (typeof places)[number]['field']

export const placesOf = (round: Record<(typeof places)[number]['column'], string | null>) =>
  Object.fromEntries(places.map(({ column, field }) => [field, round[column] ?? ''])) as Record<
    PlaceField,
    string
  >

export const championRequired = 'Champion (1st Place) is required'

/** What every pick without a named place is called. */
export const otherPick = 'Any other pick'

/** `6 points · 4 players`. The settings may still be on their way. */
export function worth(
  settings: Settings | undefined,
  place: (typeof places)[number]['points'] | 'points_sixth_plus_place',
  players: number,
): string {
  const points = settings && counted(settings[place], 'point')
  return [points, counted(players)].filter(Boolean).join(' · ')
}
