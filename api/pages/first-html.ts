import escapeHtml from 'escape-html'
import type { Instant } from '../../domain/event.ts'
import { namedPick, slotLabels } from '../../domain/rounds/slot-names.ts'
import { inUnit } from '../../domain/rounds/tie-break-question.ts'
import type { PresentSeason } from '../../domain/seasons/season.ts'
import { isUnscored } from '../../domain/seasons/standings.ts'
import type { Branding } from '../../domain/settings/settings.ts'
import { initials, playerTint, teamTint } from '../../domain/tints.ts'
import { formatTimeShort } from '../../platform/time/time-zone.ts'
import type { SeasonView } from '../../projections/boards/season-facts.ts'
import type { OwnPick } from '../contract/picks.ts'

const ROWS_MAX = 10

export const headOf = ({ title }: Branding): string =>
  `<header class="first-head"><a href="/"><bdi>${escapeHtml(title)}</bdi></a></header>`

export function pickInHtml(pick: OwnPick, now: Instant): string {
  const { user, round, closed } = pick
  const isToMake = closed === null && pick.currentPick === null
  return main('narrow', [
    `<div><p class="first-greeting">Hi ${text(user.name)}${isToMake ? ', make your pick for' : ''}</p>`,
    `<h1>${text(round.sportName)}</h1>${closed === null ? `<p class="first-muted">${escapeHtml(pick.worth)}</p>` : ''}<p class="first-muted">${text(round.seasonName)}</p></div>`,
    `<p class="first-panel"><span class="first-muted">${pick.lockedAt ? 'Locked since' : closed === null ? 'Picks lock' : 'Lock time'}</span> ${lockTime(pick, now)}</p>`,
    pick.lockedAt === null && closed !== null ? `<p>${escapeHtml(closed)}.</p>` : '',
    `<section><h2>Your pick</h2>${picksOf(pick)}</section>`,
    guessOf(pick),
    pick.result ? `<section><h2>Result</h2><p>${text(pick.result.sentence)}</p></section>` : '',
    closed === null ? choices(pick) : '',
  ])
}

function lockTime({ round, lockedAt }: OwnPick, now: Instant): string {
  const at = lockedAt ?? round.lockTime
  return `<time datetime="${at}"><b>${escapeHtml(formatTimeShort(at, round.timezone, now))}</b></time>`
}

const guessOf = ({ round: { tieBreak } }: OwnPick) =>
  tieBreak
    ? `<section><h2>${text(tieBreak.question)}</h2><p>${tieBreak.guess === null ? 'No guess.' : text(inUnit(tieBreak.guess, tieBreak.unit))}</p></section>`
    : ''

function picksOf({ currentPick, receipt, round, closed }: OwnPick): string {
  const items = currentPick?.pickItems ?? []
  if (items.length === 0) return `<p>${closed === null ? 'Nothing is saved yet.' : 'There is none.'}</p>`
  const saved = receipt
    ? `<p class="first-muted">Saved ${formatTimeShort(receipt.savedAt, round.timezone)}</p>`
    : ''
  const picks = items.map(({ pickNumber, pickValue }) => namedPick(pickValue, pickNumber, round.slotNames))
  return `${list(picks)}${saved}`
}

function choices({ round, teams }: OwnPick): string {
  if (round.pickType === 'single') return `<section><h2>Teams</h2>${list(teams, team)}</section>`
  const most = round.numWriteInPicks ?? 1
  return `<p>You can write in ${most === 1 ? 'one pick' : `up to ${most} picks`}.</p>${
    round.slotNames ? list(slotLabels(round.slotNames, most)) : ''
  }`
}

/** @param news in HTML, above the table. */
export function homeInHtml(season: PresentSeason, table: SeasonView['table'], news: string): string {
  const isScored = !isUnscored(table)
  const rows = table
    .slice(0, ROWS_MAX)
    .map(
      ({ rank, playerId, name, totalPoints }) =>
        `<tr>${isScored ? `<td>#${rank}</td>` : ''}<th scope="row">${avatar(playerId, name)} ${text(name)}</th><td>${totalPoints} pts</td></tr>`,
    )
  const more = table.length - rows.length
  return main('wide', [
    `<div><h1>${text(season.name)}</h1>${aboutSeason(season)}</div>`,
    news,
    rows.length === 0 ? '' : `<table><caption>Standings</caption><tbody>${rows.join('')}</tbody></table>`,
    more > 0 ? `<p class="first-muted">${more} more in a moment.</p>` : '',
  ])
}

const aboutSeason = ({ seasonId, commissioner }: PresentSeason) => {
  const links = [
    ['rules', 'Rules'],
    ['record', 'Changes'],
    ['statistics', 'Statistics'],
    ['calendar', 'Calendar'],
  ].map(([path, name]) => `<a href="/${path}?season=${seasonId}">${name}</a>`)
  const by = commissioner === null ? [] : [`Commissioner: <strong>${text(commissioner)}</strong>`]
  return `<p class="first-muted">${[...by, ...links, LOST_LINK].join(' · ')}</p>`
}

const LOST_LINK = '<a href="/my-link">Lost your link?</a>'

const main = (width: 'narrow' | 'wide', parts: readonly string[]) =>
  `<main class="first-page" data-width="${width}">${parts.join('')}</main>`

const list = (items: readonly string[], written = text) =>
  `<ul>${items.map((item) => `<li>${written(item)}</li>`).join('')}</ul>`

export const team = (name: string) => `<bdi data-tint="${teamTint(name)}" data-chip>${escapeHtml(name)}</bdi>`

const avatar = (id: number, name: string) =>
  `<span data-tint="${playerTint(id)}" data-letters="${escapeHtml(initials(name))}" aria-hidden="true"></span>`

export const text = (name: string) => `<bdi>${escapeHtml(name)}</bdi>`
