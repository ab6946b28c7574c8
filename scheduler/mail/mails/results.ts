import { publishedResult, type RoundResult } from '../../../domain/rounds/round.ts'
import { slotLabels } from '../../../domain/rounds/slot-names.ts'
import { inUnit } from '../../../domain/rounds/tie-break-question.ts'
import { NAMED_PLACES } from '../../../domain/seasons/points.ts'
import { pointsText } from '../../../domain/seasons/rule-sentences.ts'
import { type RoundScore, scoreOf } from '../../../domain/seasons/scoring.ts'
import type { Part } from '../../../platform/mail/email-content.ts'
import type { MailFacts } from '../mail-facts.ts'
import { anyOf, isNotScored, isOutOfPlay } from '../mail-reasons.ts'
import { button, rows, storyLinks, text } from './parts.ts'
import {
  deedRows,
  forEach,
  guessRows,
  pickText,
  type Reader,
  type Row,
  roundOf,
  type WriteMail,
} from './reader.ts'
import { ownRow, rankRow, standingsTable, totalRow } from './standings-table.ts'
import type { MailTemplate } from './template.ts'
import { clip, inOneLine, PLACE_TEXTS, was } from './wording.ts'

const TEAM_CHARACTERS_MAX = 60

const write: WriteMail = (facts, readers, { standingsUrl, isAgain }) => {
  const { sportName } = roundOf(facts)
  const isCorrection = facts.before !== null
  return {
    subject: `${sportName}: ${isCorrection ? 'corrected results' : newsOf(facts)}`,
    heading: `${isCorrection ? 'Corrected results' : 'Results'}: ${sportName}`,
    parts: [
      text(opening(facts, isAgain)),
      ...placesTable(facts),
      ...recapText(facts),
      ...(isCorrection ? [rows(...deedRows(facts))] : []),
      ...forEach(readers, 'Your score', (reader) => [rows(...ownScore(facts, reader))]),
      ...standingsTable(facts, readers, `${facts.season.name} so far`),
      button('See all standings', standingsUrl),
      ...storyLinks(readers),
    ],
    farewell: 'Until the next one!',
  }
}

function newsOf(facts: MailFacts): string {
  const { first } = publishedResult(roundOf(facts)).places
  return first === undefined ? 'results' : `${clip(first, TEAM_CHARACTERS_MAX)} won`
}

function opening({ before, deed, season, round }: MailFacts, isAgain: boolean): string {
  const sport = `${round?.sportName} in ${season.name}`
  if (before === null) return `${sport} has been scored${isAgain ? ' again, with the same result' : ''}.`
  const corrected = `${deed.by} corrected the results of ${sport}.`
  return isAgain ? `${corrected} This replaces our earlier mail.` : corrected
}

function placesTable(facts: MailFacts): Part[] {
  const { slotNames, picksMax } = roundOf(facts)
  const result = publishedResult(roundOf(facts))
  const before = facts.before?.result
  const isSameKind = before && !before.rightAnswers === !result.rightAnswers
  const former = isSameKind ? before : undefined
  const row = (title: string, of: (result: RoundResult) => string | undefined): Row[] => {
    const [holder, formerHolder] = [of(result), former && of(former)]
    if (!holder && !formerHolder) return []
    const formerText = former && clip(formerHolder || 'nobody', TEAM_CHARACTERS_MAX)
    return [[title, was(clip(holder || 'Nobody', TEAM_CHARACTERS_MAX), formerText)]]
  }
  const table = result.rightAnswers
    ? slotLabels(slotNames, picksMax).flatMap((name, index) =>
        row(name, ({ rightAnswers }) => rightAnswers?.[index]?.join(' / ')),
      )
    : NAMED_PLACES.flatMap((place) => row(PLACE_TEXTS[place], ({ places }) => places[place]))
  table.push(...answerRows(facts))
  return table.length === 0 ? [] : [rows(...table)]
}

/** Of the sport that had its result last. */
function recapText({ recap, round }: MailFacts): Part[] {
  const isOfThis = recap !== null && recap.roundId === round?.roundId && recap.sentences.length > 0
  return isOfThis ? [text(inOneLine(recap.sentences))] : []
}

function answerRows(facts: MailFacts): Row[] {
  const { tieBreak, answer = null } = roundOf(facts)
  if (tieBreak === null) return []
  const textOf = (answer: number | null) => (answer === null ? 'No answer' : inUnit(answer, tieBreak.unit))
  const former = facts.before?.result?.answer
  return [
    ['Tie-break question', tieBreak.question],
    ['Answer', was(textOf(answer), former === undefined ? null : textOf(former))],
  ]
}

function ownScore(facts: MailFacts, { id }: Reader): Row[] {
  const { roundId, pickType, weight } = roundOf(facts)
  const picks = facts.picks.get(id)
  const score = ownRow(facts.standings, id)?.scores.get(roundId) ?? null
  const formerly = (result: RoundResult) => {
    // A missing pick is worth the same, whatever the result.
    const made = { picks: picks ?? null, owed: () => score !== null && score.place === null }
    return earned(scoreOf(facts.rules, { scored: { pickType, result }, weight }, id, made))
  }
  const former = facts.before?.result
  return [
    ['Your pick', pickText(facts, id)],
    ...guessRows(facts, id),
    ['You scored', was(earned(score), former && formerly(former))],
    ...(score?.dropped ? [['Dropped', 'One of your worst sports: it does not count'] as const] : []),
    ...totalRow(facts, id),
    ...rankRow(facts, id),
  ]
}

function earned(score: RoundScore | null): string {
  if (score === null) return pointsText(0)
  return score.place === null
    ? `${pointsText(score.points)} for a missing pick`
    : `${pointsText(score.points)}, ${PLACE_TEXTS[score.place]}`
}

export const results: MailTemplate = {
  write,
  facts: ['deed', 'standings', 'seal', 'recap'],
  useless: anyOf(isOutOfPlay, isNotScored),
  replacedBy: ['results'],
}
