import escapeHtml from 'escape-html'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { slotLabels } from '../../domain/rounds/slot-names.ts'
import { lastLocked, VALUES_AT_ONCE } from '../../domain/season-story/last-locked.ts'
import { type PickedValue, pickedIn } from '../../domain/season-story/picked.ts'
import type { SeasonView } from '../../projections/boards/season-facts.ts'
import { team, text } from './first-html.ts'

export const recapInHtml = (sentences: readonly string[]): string =>
  sentences.length === 0
    ? ''
    : `<p class="recap">${sentences.map((sentence) => `<span>${escapeHtml(sentence)}</span> `).join('')}</p>`

/** What everybody picked, until the result: the last lock in bars, as the screen draws them, and others of that day in a line each. */
export function pictureInHtml(seasonId: number, season: SeasonView): string {
  const waiting = season.rounds.filter(({ status, cancelled }) => status === 'locked' && cancelled === null)
  const [last, ...others] = lastLocked(waiting, ({ locksAt }) => locksAt).map((round) => ({
    link: `<a data-name href="/seasons/${seasonId}/sports/${round.roundId}">${text(round.sportName)}</a>`,
    slot: slotLabels(round.slotNames, 1).map((name) => `<p class="first-muted">${text(name)}</p>`)[0] ?? '',
    values: valuesIn(season, round),
  }))
  if (last === undefined) return ''
  const bars = last.values.map(
    ({ value, count, share, only }) =>
      `<li><svg width="${share}" aria-hidden="true"></svg><span>${value}${only && ` <small>★ ${only}</small>`}</span><strong>${count}</strong></li>`,
  )
  const lines = others.map(({ link, values }) => `<p class="first-muted">${link}: ${inLine(values)}</p>`)
  return `<section class="first-picture"><h2>${last.link}</h2>${last.slot}<ol class="bars">${bars.join('')}</ol>${lines.join('')}</section>`
}

type Value = { value: string; count: number; share: string; only: string }

/** Of several write-ins, the first. */
function valuesIn(season: SeasonView, round: PresentRound): Value[] {
  const picked = pickedIn(season, round)
  if (picked === null) return []
  const names = new Map(season.facts.participants.map(({ playerId, name }) => [playerId, name]))
  const { length } = picked.pickedIds
  const isOnly = ({ playerIds }: PickedValue) => playerIds.length === 1 && length > 1
  return picked.values
    .filter(({ number }) => number === null || number === 1)
    .slice(0, VALUES_AT_ONCE)
    .map((one) => ({
      value: one.number === null ? team(one.value) : text(one.value),
      count: one.playerIds.length,
      share: `${(one.playerIds.length / length) * 100}%`,
      only: isOnly(one) ? `only ${text(names.get(one.playerIds[0] ?? 0) ?? '')}` : '',
    }))
}

const inLine = (values: readonly Value[]) =>
  values.map(({ value, count, only }) => `${value} ${count}${only && `, ${only}`}`).join(' · ')
