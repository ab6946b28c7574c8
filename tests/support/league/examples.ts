import type { RoundBody } from '../../../api/contract/rounds.ts'

// Who and what the tests speak of, unless they say otherwise.

/** The main admin. */
export const CONNIE = { name: 'Connie', email: 'connie@example.com', password: 'Sunny-Horse-7' }

export const FAMILY_CUP = { name: 'Family Cup', yearStart: 2027, yearEnd: 2027 }

export const FOOTBALL = {
  sportName: 'Football',
  pickType: 'single',
  lockTime: '2027-08-01T18:00:00.000Z',
  timezone: 'America/New_York',
  teams: ['Reds', 'Blues', 'Greens'],
} satisfies Partial<RoundBody>

/** Up to three texts to write in. */
export const OSCARS = {
  ...FOOTBALL,
  sportName: 'Oscars',
  pickType: 'multiple',
  numWriteInPicks: 3,
  teams: [],
} satisfies Partial<RoundBody>
