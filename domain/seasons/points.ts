/** Everything after the fifth place scores alike. */
export type Place = 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'sixthPlus'

export const PLACES: readonly Place[] = ['first', 'second', 'third', 'fourth', 'fifth', 'sixthPlus']

export const PLACE_NAMES: Readonly<Record<Place, string>> = {
  first: '1st place',
  second: '2nd place',
  third: '3rd place',
  fourth: '4th place',
  fifth: '5th place',
  sixthPlus: '6th place and below',
}

export type NamedPlace = Exclude<Place, 'sixthPlus'>

export const NAMED_PLACES: readonly NamedPlace[] = ['first', 'second', 'third', 'fourth', 'fifth']

export type Points = Readonly<Record<Place, number>>

export const POINTS_MAX = 20

export const DEFAULT_POINTS: Points = { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }
