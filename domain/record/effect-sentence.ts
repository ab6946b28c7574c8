import { counted, listed } from '../names.ts'
import { type EffectOnPlayer, effectOn, type PlaceInTable } from '../seasons/effect.ts'
import { isUnscored, leadersOf, type Standing } from '../seasons/standings.ts'

/** `Ann 41 → 38, #1 → #2; 3 others changed. The lead went from Ann to Bo.` */
export function effectSentence(before: readonly Standing[], after: readonly Standing[]): string {
  const changed = effectOn(before, after).filter(hasChanged)
  const leader = changed.find((one) => one.before?.rank === 1 && !isUnscored(before))
  const mostNotable = leader ?? changed[0]
  if (!mostNotable) return 'No points or ranks changed.'
  const others = changed.length - 1
  const rest = others === 0 ? '' : `; ${counted(others, 'other')} changed`
  return `${wordsFor(mostNotable)}${rest}.${leadSentence(leadersOf(before), leadersOf(after))}`
}

const hasChanged = ({ before, after }: EffectOnPlayer) =>
  before?.points !== after?.points || before?.rank !== after?.rank

function wordsFor({ name, before, after }: EffectOnPlayer): string {
  if (before === null) return `${name} comes in with ${placeText(after)}`
  if (after === null) return `${name} goes with ${placeText(before)}`
  const points = before.points === after.points ? [] : [`${before.points} → ${after.points}`]
  const ranks = before.rank === after.rank ? [] : [`#${before.rank} → #${after.rank}`]
  return `${name} ${[...points, ...ranks].join(', ')}`
}

const placeText = (place: PlaceInTable | null) => `${place?.points ?? 0}, #${place?.rank ?? 0}`

function leadSentence(before: readonly string[], after: readonly string[]): string {
  const [was, is] = [named(before), named(after)]
  if (is === '') return was === '' ? '' : ` ${was} led before; nobody has a point now.`
  if (was === '') return ` ${is} ${after.length === 1 ? 'leads' : 'lead'} now.`
  return was === is ? ` ${is} led before and after.` : ` The lead went from ${was} to ${is}.`
}

const LEADERS_MAX = 3

function named(leaders: readonly string[]): string {
  const shown = leaders.slice(0, leaders.length > LEADERS_MAX ? LEADERS_MAX - 1 : LEADERS_MAX)
  const others = leaders.length - shown.length
  const parts = others === 0 ? shown : [...shown, `${others} others`]
  return listed(parts)
}
