import type { PresentRound } from '../../../domain/rounds/round.ts'
import { namedPicks } from '../../../domain/rounds/slot-names.ts'
import type { Place } from '../../../domain/seasons/points.ts'
import { oneLine } from '../../../platform/mail/email-content.ts'

export const PLACE_TEXTS: Record<Place, string> = {
  first: '1st place',
  second: '2nd place',
  third: '3rd place',
  fourth: '4th place',
  fifth: '5th place',
  sixthPlus: '6th place or below',
}

export const was = (now: string, former: string | null | undefined) =>
  former === null || former === undefined || former === now ? now : `${now} (was ${former})`

export const NAME_CHARACTERS_MAX = 40

const SENTENCES_CHARACTERS_MAX = 250

/** What holds names that anybody can choose. */
export const inOneLine = (sentences: readonly string[]): string =>
  clip(oneLine(sentences.join(' ')), SENTENCES_CHARACTERS_MAX)

export function clip(text: string, charactersMax: number): string {
  const characters = [...text]
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`
}

export const pickOf = (
  picks: readonly string[] | undefined,
  { slotNames }: Pick<PresentRound, 'slotNames'>,
) =>
  picks === undefined || picks.length === 0
    ? 'No pick'
    : clip(namedPicks(picks, slotNames).join(', '), PICK_CHARACTERS_MAX)

const PICK_CHARACTERS_MAX = 120
