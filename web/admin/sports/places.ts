/** The name of each place in the round, in the request and on the screen. */
export const places = [
  {
    column: 'first_place_team',
    field: 'firstPlaceTeam',
    placement: 'first',
    label: 'Champion (1st Place)',
    short: '1st',
  },
  {
    column: 'second_place_team',
    field: 'secondPlaceTeam',
    placement: 'second',
    label: '2nd Place',
    short: '2nd',
  },
  {
    column: 'third_place_team',
    field: 'thirdPlaceTeam',
    placement: 'third',
    label: '3rd Place',
    short: '3rd',
  },
  {
    column: 'fourth_place_team',
    field: 'fourthPlaceTeam',
    placement: 'fourth',
    label: '4th Place',
    short: '4th',
  },
  {
    column: 'fifth_place_team',
    field: 'fifthPlaceTeam',
    placement: 'fifth',
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
