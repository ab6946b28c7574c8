import { counted, listedUpTo } from '../names.ts'
import { ordinal } from '../ordinal.ts'
import { pointsText, tieBreakText } from '../seasons/rule-sentences.ts'
import type { TieBreak } from '../seasons/rules.ts'
import type { Chapter } from './chapters.ts'
import { climbOf, moversIn } from './picked.ts'
import type { RecapFact } from './recap.ts'

const NAMES_MAX = 3

/** One for each fact, with the names of now. */
export const recapSentences = (
  facts: readonly RecapFact[],
  chapter: Chapter,
  isCorrected: boolean,
): string[] =>
  facts.map((fact, index) => {
    const sentence = sentenceOf(fact, chapter)
    return isCorrected && index === 0 ? `Corrected: ${sentence}` : sentence
  })

function sentenceOf(fact: RecapFact, chapter: Chapter): string {
  const { round, after } = chapter
  const { playerIds, value } = fact
  const nameOf = (id: number) => after.table.find(({ playerId }) => playerId === id)?.name ?? ''
  const names = listedUpTo(NAMES_MAX, playerIds.map(nameOf))
  const points = pointsText(after.table[0]?.totalPoints ?? 0)
  const had = callText(round.sportName, value)
  switch (fact.kind) {
    case 'clinched': {
      const title = playerIds.length === 1 ? 'is the champion' : 'are the champions'
      return `${names} ${title}${after.hasEnded ? '' : ': no result can put anybody ahead any more'}.`
    }
    case 'nobody_called_it':
      return `Nobody ${had}.`
    case 'few_called_it':
    case 'lone_caller':
      return `Only ${names} ${had}.`
    case 'new_leader':
      return `${names} takes the lead with ${points}.`
    case 'biggest_climb':
      return climbSentence(names, fact, chapter)
    case 'level_at_the_top':
      return `${names} are tied at the top with ${points}.`
    case 'tie_break':
      return `${names} leads by the tie-break: ${tieBreakText([value as TieBreak])}.`
  }
}

export const callText = (sportName: string, champion: string | undefined): string =>
  champion ? `had ${champion}, the winner of ${sportName}` : `called ${sportName}`

function climbSentence(names: string, { playerIds }: RecapFact, chapter: Chapter): string {
  const climbs = moversIn(chapter).filter(({ playerId }) => playerIds.includes(playerId))
  const places = counted(Math.max(...climbs.map(climbOf)), 'place')
  const [{ to } = { to: 1 }, ...others] = climbs
  return others.length === 0
    ? `${names} climbs ${places} to ${ordinal(to)}.`
    : `${names} both climb ${places}.`
}
