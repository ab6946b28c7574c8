import { PLACES } from '../../../domain/seasons/points.ts'
import { dropText, pointsText, tieBreakText } from '../../../domain/seasons/rule-sentences.ts'
import type { SeasonRules } from '../../../domain/seasons/rules.ts'
import type { Part } from '../../../platform/mail/email-content.ts'
import type { MailFacts } from '../mail-facts.ts'
import { anyOf, hasEnded, isOutOfPlay, isPutAside } from '../mail-reasons.ts'
import { button, rows, text } from './parts.ts'
import { deedRows, forEach, type Reader, type Row, type WriteMail } from './reader.ts'
import { rankRow, standingsTable, totalRow } from './standings-table.ts'
import type { MailTemplate } from './template.ts'
import { PLACE_TEXTS, was } from './wording.ts'

const writePointsChanged: WriteMail = (facts, readers, links) => ({
  ...rulesMail(facts, readers, links, `${facts.deed.by} changed the points.`),
  subject: `${facts.season.name}: the points have changed`,
  heading: `The points have changed: ${facts.season.name}`,
})

const writeRulesChanged: WriteMail = (facts, readers, links) => ({
  ...rulesMail(facts, readers, links, `${facts.deed.by} changed the rules of the season.`),
  subject: `${facts.season.name}: the rules have changed`,
  heading: `The rules have changed: ${facts.season.name}`,
})

function rulesMail(
  facts: MailFacts,
  readers: readonly Reader[],
  { standingsUrl }: { standingsUrl: string },
  deed: string,
) {
  return {
    parts: [
      text(`${deed} We recalculated all results of ${facts.season.name}.`),
      rows(...changedRules(facts), ...deedRows(facts)),
      ...scoresNow(facts, readers),
      button('See all standings', standingsUrl),
    ],
    farewell: 'Until the next one!',
  }
}

export function changedRules({ rules, rounds, before }: MailFacts): Row[] {
  if (before === null) return []
  const former = rowsOf(before.rules)
  const ofRules = rowsOf(rules).flatMap(([label, text, short], index): Row[] => {
    const formerly = former[index]?.[2]
    return formerly === short ? [] : [[label, was(text, formerly)]]
  })
  const ofSports = rounds.flatMap(({ roundId, sportName, weight }): Row[] => {
    const formerly = before.weights.get(roundId) ?? weight
    return formerly === weight ? [] : [[sportName, was(`counts ×${weight}`, `×${formerly}`)]]
  })
  return [...ofRules, ...ofSports]
}

const rowsOf = ({ points, noPick, dropWorst, tieBreak }: SeasonRules): [string, string, string][] => [
  ...PLACES.map((place) => pointsRow(PLACE_TEXTS[place], points[place])),
  pointsRow('No pick', noPick),
  ['Sports', dropText(dropWorst), dropText(dropWorst)],
  ['Ties', tieBreakText(tieBreak), tieBreakText(tieBreak)],
]

const pointsRow = (label: string, points: number): [string, string, string] => [
  label,
  pointsText(points),
  `${points}`,
]

export const scoresNow = (facts: MailFacts, readers: readonly Reader[]): Part[] => [
  ...forEach(readers, 'Your score', ({ id }) => [rows(...totalRow(facts, id), ...rankRow(facts, id))]),
  ...standingsTable(facts, readers, `${facts.season.name} so far`),
]

const RULES = {
  facts: ['deed', 'standings', 'rules'],
  useless: anyOf(isOutOfPlay, isPutAside, hasEnded),
  replacedBy: ['points-changed', 'rules-changed'],
} as const

export const pointsChanged: MailTemplate = { ...RULES, write: writePointsChanged }

export const rulesChanged: MailTemplate = { ...RULES, write: writeRulesChanged }
