import { type Aggregate, atOf, type Instant, type Placed } from '../event.ts'
import { type MailReader, type PlayerTopic, wantsMail } from '../mail-topics.ts'
import { Refusal } from '../refusal.ts'
import type { Change } from '../seasons/presence.ts'

export type PlayerDetails = { name: string; email: string | null }

export type PlayerEvent =
  | { type: 'PlayerAdded'; data: PlayerDetails & { playerId: number } }
  | { type: 'PlayerRenamed'; data: { name: string } }
  | { type: 'PlayerEmailChanged'; data: { email: string | null } }
  | { type: 'PlayerDeactivated'; data: Record<string, never> }
  | { type: 'PlayerReactivated'; data: Record<string, never> }
  | { type: 'MailDeclined' | 'MailWelcomed'; data: { topic: PlayerTopic } }
  | { type: 'PickLinksRequested'; data: { seasonId: number; requestedAt: Instant } }
  /** By an admin: only links of this generation go on opening anything. */
  | { type: 'PlayerLinksReplaced'; data: { generation: number } }
  | { type: 'PlayerRemoved'; data: Record<string, never> }

export type PresentPlayer = PlayerDetails &
  MailReader & {
    status: 'active' | 'inactive'
    playerId: number
    /** When, by season. */
    linksRequested?: Readonly<Record<number, Instant>>
    /** Where in the log the address changed: whoever had it has the links from before. */
    linksReplaced: readonly string[]
    /** Where in the log an admin replaced all links, those to locked sports too. */
    allLinksReplaced: readonly string[]
    createdAt: Instant
    /** What an erasure says of the time before it has no position: it belongs to every past. */
    activity: readonly Change[]
  }
export type Player = { status: 'missing' } | { status: 'removed' } | PresentPlayer

export const player: Aggregate<Player, PlayerEvent, [playerId: number]> = {
  stream: (playerId) => `player-${playerId}`,
  initial: { status: 'missing' },
  evolve,
}

function evolve(state: Player, event: PlayerEvent & Placed): Player {
  const { position = '' } = event
  const at = atOf(event)
  if (event.type === 'PlayerAdded') {
    return {
      ...event.data,
      ...{ status: 'active', createdAt: at, activity: [], linksReplaced: [], allLinksReplaced: [] },
    }
  }
  if (state.status === 'missing' || state.status === 'removed') return state
  switch (event.type) {
    case 'PlayerRenamed':
      return { ...state, ...event.data }
    case 'PlayerEmailChanged':
      return { ...state, ...event.data, linksReplaced: [...state.linksReplaced, position] }
    case 'PlayerDeactivated':
      return { ...state, status: 'inactive', activity: [...state.activity, { position, at, is: false }] }
    case 'PlayerReactivated':
      return { ...state, status: 'active', activity: [...state.activity, { position, at, is: true }] }
    case 'MailDeclined':
    case 'MailWelcomed':
      return {
        ...state,
        mailTopics: { ...state.mailTopics, [event.data.topic]: event.type === 'MailWelcomed' },
      }
    case 'PickLinksRequested':
      return {
        ...state,
        linksRequested: { ...state.linksRequested, [event.data.seasonId]: event.data.requestedAt },
      }
    case 'PlayerLinksReplaced':
      return { ...state, allLinksReplaced: [...state.allLinksReplaced, position] }
    case 'PlayerRemoved':
      return { status: 'removed' }
  }
}

export function addPlayer(state: Player, details: PlayerDetails & { playerId: number }): PlayerEvent[] {
  if (state.status !== 'missing') throw new Refusal('id-in-use', { kind: 'player', id: details.playerId })
  return [{ type: 'PlayerAdded', data: details }]
}

export function editPlayer(state: Player, { name, email }: PlayerDetails): PlayerEvent[] {
  const current = presentPlayer(state)
  const events: PlayerEvent[] = []
  if (name !== current.name) events.push({ type: 'PlayerRenamed', data: { name } })
  if (email !== current.email) events.push({ type: 'PlayerEmailChanged', data: { email } })
  return events
}

export function deactivatePlayer(state: Player): PlayerEvent[] {
  return presentPlayer(state).status === 'active' ? [{ type: 'PlayerDeactivated', data: {} }] : []
}

export function reactivatePlayer(state: Player): PlayerEvent[] {
  return presentPlayer(state).status === 'inactive' ? [{ type: 'PlayerReactivated', data: {} }] : []
}

export const declineMail = (state: Player, topic: PlayerTopic): PlayerEvent[] =>
  wantsMail(presentPlayer(state), topic) ? [{ type: 'MailDeclined', data: { topic } }] : []

export const welcomeMail = (state: Player, topic: PlayerTopic): PlayerEvent[] =>
  wantsMail(presentPlayer(state), topic) ? [] : [{ type: 'MailWelcomed', data: { topic } }]

/** So that nobody who presses again, or holds a forwarded link, fills a mailbox. */
const LINKS_AGAIN_MS = 60 * 60_000

export function requestPickLinks(state: Player, seasonId: number, requestedAt: Instant): PlayerEvent[] {
  const { email, status, linksRequested } = presentPlayer(state)
  if (status !== 'active') throw new Refusal('you-are-not-active')
  if (email === null) throw new Refusal('you-have-no-address')
  const last = linksRequested?.[seasonId]
  const isAgain = last !== undefined && Date.parse(requestedAt) < Date.parse(last) + LINKS_AGAIN_MS
  return isAgain ? [] : [{ type: 'PickLinksRequested', data: { seasonId, requestedAt } }]
}

export function replaceLinks(state: Player): PlayerEvent[] {
  const generation = presentPlayer(state).allLinksReplaced.length + 1
  return [{ type: 'PlayerLinksReplaced', data: { generation } }]
}

export function removePlayer(state: Player, hasData: boolean): PlayerEvent[] {
  presentPlayer(state)
  if (hasData) throw new Refusal('player-has-data')
  return [{ type: 'PlayerRemoved', data: {} }]
}

export function presentPlayer(state: Player): PresentPlayer {
  if (state.status === 'missing' || state.status === 'removed') throw new Refusal('player-not-found')
  return state
}
