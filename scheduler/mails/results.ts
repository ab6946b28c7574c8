import { ordinal } from '#domain/ordinal'
import { NAMED_PLACES, type Place } from '#domain/points'
import { placeOf } from '#domain/scoring'
import type { Part } from '#platform/letter'
import type { MailFacts } from '../mail-facts.ts'
import { forEach, greeting, type LetterWriter, type Reader, roundOf, signedBy } from './reader.ts'
import { rankOf, standingsTable } from './standings-table.ts'
import { clip, pickOf, pointsOf } from './wording.ts'

const PLACE_TEXTS: Record<Place, string> = {
  first: '1st place',
  second: '2nd place',
  third: '3rd place',
  fourth: '4th place',
  fifth: '5th place',
  sixthPlus: '6th place or below',
}

/** What a scored round brought each reader, and how the season stands with it. */
export const resultsLetter: LetterWriter = (facts, readers, { standingsUrl, isCorrection }) => {
  const { sport_name } = roundOf(facts)
  const { branding } = facts.settings
  return {
    subject: `${branding.title}: ${isCorrection ? 'corrected results' : 'results'} for ${sport_name}`,
    heading: `${isCorrection ? 'Corrected results' : 'Results'}: ${sport_name}`,
    parts: [
      greeting(readers),
      { kind: 'text', text: opening(facts, isCorrection) },
      ...placesTable(facts),
      ...forEach(readers, 'Your score', (reader) => [{ kind: 'facts', rows: ownScore(facts, reader) }]),
      standingsTable(facts, readers, `${facts.season.name} so far`),
      { kind: 'button', label: 'See all standings', url: standingsUrl },
    ],
    signature: signedBy(facts, 'Until the next one!'),
  }
}

function opening(facts: MailFacts, isCorrection: boolean): string {
  const { sport_name } = roundOf(facts)
  return isCorrection
    ? `The results of ${sport_name} in ${facts.season.name} have been corrected. What follows takes the place of our earlier mail.`
    : `${sport_name} in ${facts.season.name} has been scored.`
}

function placesTable(facts: MailFacts): Part[] {
  const { places } = roundOf(facts)
  const rows = NAMED_PLACES.flatMap((place): [string, string][] => {
    const holder = places[place]
    return holder === undefined ? [] : [[PLACE_TEXTS[place], clip(holder, 60)]]
  })
  return rows.length === 0 ? [] : [{ kind: 'facts', rows }]
}

function ownScore(facts: MailFacts, { id }: Reader): [string, string][] {
  const { pick_type, places, placements } = roundOf(facts)
  const picks = facts.picks.get(id)
  const place = placeOf({ pickType: pick_type, result: { places, placements } }, id, picks ?? null)
  const points = facts.season.kept_points ?? facts.settings.points
  const earned = place === null ? pointsOf(0) : `${pointsOf(points[place])} (${PLACE_TEXTS[place]})`
  const total = facts.standings.find(({ userId }) => userId === id)?.totalPoints ?? 0
  const rank = rankOf(facts, id, ordinal)
  return [
    ['Your pick', pickOf(picks)],
    ['It earned', earned],
    ['Your total', pointsOf(total)],
    ...(rank === null ? [] : [['Your rank', rank] as [string, string]]),
  ]
}
