import type { DomainEvent } from '../../../domain/domain-event.ts'
import type { Instant } from '../../../domain/event.ts'
import { type PresentPlayer, player } from '../../../domain/players/player.ts'
import type { PresentRound } from '../../../domain/rounds/round.ts'
import type { Season } from '../../../domain/seasons/season.ts'
import { seasonStream } from '../../../domain/seasons/season-stream.ts'
import type { EventStore, RecordedEvent } from '../../../platform/event-store/event-store.ts'
import { load } from '../../../platform/event-store/transact.ts'
import { wholeLog } from '../../support/log.ts'

/** The league as the log itself has it, whatever the tables show. */
export type Truth = {
  now: Instant
  events: readonly Logged[]
  seasons: { id: number; state: Season }[]
  rounds: PresentRound[]
  players: PresentPlayer[]
}

export type Logged = RecordedEvent & DomainEvent

export async function truthOf(log: EventStore): Promise<Truth> {
  const events = (await wholeLog(log)) as Logged[]
  const idsOf = (type: Logged['type']) =>
    events.filter((event) => event.type === type).map(({ stream }) => Number(stream.split('-')[1]))
  const seasons: Truth['seasons'] = []
  const rounds: PresentRound[] = []
  for (const id of idsOf('SeasonCreated')) {
    const state = await load(log, seasonStream, id)
    seasons.push({ id, state: state.season })
    for (const round of state.rounds.values()) if ('locksAt' in round) rounds.push(round)
  }
  const players: PresentPlayer[] = []
  for (const id of idsOf('PlayerAdded')) {
    const state = await load(log, player, id)
    if ('name' in state) players.push(state)
  }
  return { now: new Date().toISOString(), events, seasons, rounds, players }
}

/** Rounds whose picks nobody may see yet. */
export const sealedRounds = ({ rounds }: Truth) =>
  rounds.filter(({ status }) => ['draft', 'active'].includes(status))
