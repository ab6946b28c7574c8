import type { Refusals } from '../refusal.ts'

/** The field is left out where the place in the request says it. */
type Named = { name: string; field?: string }
type Range = Named & { min: number; max: number }
/** Some sentences quote the values. */
type Choice = { name: string; values: string[]; quote: string }

const SHAPES = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}
type Shape = keyof typeof SHAPES
export const isShape = (type: unknown): type is Shape => typeof type === 'string' && type in SHAPES

const listed = (values: readonly string[]) => values.join(', ').replace(/, ([^,]*)$/, ' or $1')

/** What a request holds. The schemas of the contract use most of them. */
// biome-ignore format: a table reads best as one
export const INPUT_REFUSALS = {
  'field-missing': ['invalid', ({ name }: Named) => `${name} is missing`],
  'field-empty': ['invalid', ({ name }: Named) => `${name} must have a field in it`],
  'field-invalid': ['invalid', ({ name }: Named) => `${name} is not valid`],
  'field-required': ['invalid', ({ name }: Named) => `${name} is required`],
  'wrong-shape': ['invalid', ({ name, shape }: Named & { shape: Shape }) => `${name} must be ${SHAPES[shape]}`],
  'text-length': ['invalid', ({ name, min, max }: Range) => `${name} must be ${min > 0 ? `${min} to ${max}` : `at most ${max}`} characters`],
  'text-too-short': ['invalid', ({ name, min }: Named & { min: number }) => `${name} must be at least ${min} characters`],
  'number-out-of-range': ['invalid', ({ name, min, max }: Range) => `${name} must be between ${min} and ${max}`],
  'guess-out-of-range': ['invalid', ({ name, max }: Named & { max: number }) => `${name} must be a number between -${max} and ${max}`],
  'guess-too-exact': ['invalid', ({ name, decimals }: Named & { decimals: number }) => `${name} can have at most ${decimals} decimals`],
  'not-a-choice': ['invalid', ({ name, values, quote }: Choice) => `${name} must be ${listed(values.map((value) => quote + value + quote))}`],
  'id-invalid': ['invalid', 'The id must be a positive whole number'],
  'email-invalid': ['invalid', (_: { field?: string }) => 'Please enter a valid email address'],
  'confirmation-wrong': ['invalid', ({ text }: { text: string }) => `You must type "${text}" exactly!`],
  'seen-position-invalid': ['invalid', 'seenPosition must be the position of a preview'],
  'position-invalid': ['invalid', 'before must be a position'],
  'page-invalid': ['invalid', 'before must be the next of a page'],
  'event-id-invalid': ['invalid', 'This is not the id of an event'],
  'command-id-invalid': ['invalid', 'This is not the id of a command'],
  'correction-invalid': ['invalid', 'correction must be a number from 1'],
  'as-of-invalid': ['invalid', 'asOf must be an instant such as 2027-02-01T18:00:00Z', 'asOf'],
  'as-of-and-after-round': ['invalid', 'Ask for asOf or for afterRound, not for both'],
  'correction-without-sport': ['invalid', 'Name the sport of the correction in afterRound', 'correction'],
  'day-invalid': ['invalid', ({ name }: Named) => `${name} must be a day, like 2027-03-14, or an instant, like 2027-03-14T19:30:00Z`],
  'day-unknown': ['invalid', ({ field }: { field: string }) => `${field} is not a day that exists`],
  'time-invalid': ['invalid', ({ name }: Named) => `${name} must be a date and a time, like 2027-03-14T19:30`],
  'time-out-of-range': ['invalid', ({ name }: Named) => `${name} must be in the year 9999 or earlier, in UTC`],
  'time-skipped': ['invalid', ({ time, zone }: { time: string; zone: string; field?: string }) => `${time} does not exist in ${zone}: the clocks skip it. Choose another time`],
  'time-zone-unknown': ['invalid', (_: { field: string }) => 'Timezone is not known'],
  'daily-time-invalid': ['invalid', 'Daily reminder time must be in HH:MM format'],
  'link-incomplete': ['invalid', 'The link is not complete'],
  'nonce-invalid': ['invalid', 'The nonce must be 16 to 64 letters and digits'],
  'seal-invalid': ['invalid', 'A seal is 16 to 64 characters of 0-9 and a-f'],
  'season-not-chosen': ['invalid', 'Please select a season'],
  'players-to-choose': ['invalid', ({ min, max }: { min: number; max: number }) => `Please choose ${min} to ${max} players`],
  'players-to-add': ['invalid', ({ min, max }: { min: number; max: number }) => `Please add ${min} to ${max} players at once`],
  'sports-to-choose': ['invalid', ({ min, max }: { min: number; max: number }) => `Please choose ${min > 0 ? `${min} to` : 'at most'} ${max} sports`],
  'picks-not-listed': ['invalid', 'Picks must be a list of texts'],
  'teams-too-many': ['invalid', ({ max }: { max: number }) => `A sport has at most ${max} teams`, 'teams'],
  'slot-names-too-many': ['invalid', ({ max }: { max: number }) => `A sport has at most ${max} names of picks`],
  'right-answers-too-many': ['invalid', ({ max }: { max: number }) => `A pick has at most ${max} right answers`],
  'answered-picks-too-many': ['invalid', ({ max }: { max: number }) => `A sport has right answers for at most ${max} picks`],
  'placement-invalid': ['invalid', 'A placement is first, second, third, fourth, fifth or none'],
  'tie-breaks-not-listed': ['invalid', 'tieBreak must be a list of tie-breaks'],
} as const satisfies Refusals
