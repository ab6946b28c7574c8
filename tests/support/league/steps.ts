import { randomUUID } from 'node:crypto'
import {
  enterPick,
  type Pick,
  type PickContext,
  type PickEvent,
  pick,
  submitPick,
} from '../../../domain/picks/pick.ts'
import {
  addPlayer,
  editPlayer,
  type Player,
  type PlayerEvent,
  player,
} from '../../../domain/players/player.ts'
import { type NoticeEvent, notices } from '../../../domain/rounds/asking.ts'
import {
  presentRound,
  type Round,
  type RoundDetails,
  type RoundEvent,
  type RoundResult,
} from '../../../domain/rounds/round.ts'
import { activateRounds, completeRound, correctRound } from '../../../domain/rounds/round-decisions.ts'
import { editRound } from '../../../domain/rounds/round-editing.ts'
import { NOBODY_PLACED } from '../../../domain/rounds/round-result.ts'
import { addParticipants, type Season, type SeasonEvent, season } from '../../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../../domain/seasons/season-stream.ts'
import {
  changeSettings,
  type Settings,
  type SettingsEvent,
  type SettingsForm,
  settings,
} from '../../../domain/settings/settings.ts'
import type { EventStore } from '../../../platform/event-store/event-store.ts'
import type { SettableClock } from '../clock.ts'
import { commandsOn, lockedNow, seasonOf } from './commands.ts'

/** A league of one season, and what the next step is about. */
export type Play = {
  store: EventStore
  clock: SettableClock
  /** In the order of their ids. */
  players: { name: string; email: string | null }[]
  roundId: number
  reason: string | null
}

/** One command of a scenario, decided by the domain, of players and sports of whom it knows the names. */
export type Step<In = Play> = (play: In) => Promise<unknown>

const SEASON = 1

const commands = ({ store, clock, reason }: Play) => commandsOn(store, clock, randomUUID, reason)
const idOf = ({ players }: Play, name: string) => {
  const index = players.findIndex((one) => one.name === name)
  if (index < 0) throw new Error(`Nobody is called ${name}`)
  return index + 1
}

/** Several steps as one. */
export const steps =
  <In>(...several: readonly Step<In>[]): Step<In> =>
  async (play) => {
    for (const step of several) await step(play)
  }

export const atOnce =
  <In>(...several: readonly Step<In>[]): Step<In> =>
  (play) =>
    Promise.all(several.map((step) => step(play)))

/** A step by an admin who says why. */
export const because =
  <In extends Play>(reason: string, step: Step<In>): Step<In> =>
  async (play) => {
    play.reason = reason
    await step(play)
    play.reason = null
  }

/** A step on another sport than the first one. */
export const inSport =
  <In extends Play>(roundId: number, step: Step<In>): Step<In> =>
  async (play) => {
    play.roundId = roundId
    await step(play)
    play.roundId = 1
  }

export const onSport =
  (decide: (state: Round, season: Season, now: string) => readonly RoundEvent[]): Step =>
  async (play) => {
    const seasonId = (await seasonOf(play.store, play.roundId)) ?? SEASON
    return commands(play).run(seasonStream, [seasonId], (state, now) =>
      decide(roundIn(state, play.roundId), state.season, now),
    )
  }

export const onSeason =
  (decide: (state: Season, now: string) => readonly SeasonEvent[]): Step =>
  (play) =>
    commands(play).run(season, [SEASON], decide)

export const onSettings =
  (decide: (state: Settings) => readonly SettingsEvent[]): Step =>
  (play) =>
    commands(play).run(settings, [], decide)

export const onPlayer =
  (name: string, decide: (state: Player) => readonly PlayerEvent[]): Step =>
  (play) =>
    commands(play).run(player, [idOf(play, name)], decide)

export const onPick =
  (name: string, decide: (state: Pick, context: PickContext, now: string) => readonly PickEvent[]): Step =>
  async (play) => {
    const { run, pickContext } = commands(play)
    const context = await pickContext(play.roundId, idOf(play, name))
    await run(pick, [play.roundId, context.playerId], (state, now) => decide(state, context, now))
  }

/** What is asked of a player: reminders and links. */
export const onNotices =
  (name: string, decide: (context: PickContext, now: string) => readonly NoticeEvent[]): Step =>
  async (play) => {
    const { run, pickContext } = commands(play)
    const context = await pickContext(play.roundId, idOf(play, name))
    await run(notices, [play.roundId], (_, now) => decide(context, now))
  }

export const picks = (name: string, team: string, guess?: number) =>
  onPick(name, (state, context, now) => submitPick(state, context, [team], now, guess))

export const enter = (name: string, team: string, guess?: number) =>
  onPick(name, (state, context, now) => enterPick(state, context, [team], now, guess))

export const lock = onSport((state, _season, now) => lockedNow(state, now))

/** All sports, with one command. */
export const activate =
  (...roundIds: readonly number[]): Step =>
  (play) =>
    commands(play).run(seasonStream, [SEASON], (state, now) =>
      activateRounds(
        roundIds.map((roundId) => roundIn(state, roundId)),
        state.season,
        play.players.map(({ email }, index) => ({ playerId: index + 1, email })),
        now,
      ),
    )

const resultOf = (first: string, second: string, answer?: number | null): RoundResult => ({
  ...{ places: { first, second }, placements: [] },
  ...(answer === undefined ? {} : { answer }),
})
export const won = (...result: Parameters<typeof resultOf>) =>
  onSport((state, inSeason) => completeRound(state, inSeason, resultOf(...result), NOBODY_PLACED))
export const corrected = (...result: Parameters<typeof resultOf>) =>
  onSport((state, inSeason) => correctRound(state, inSeason, resultOf(...result), NOBODY_PLACED))

export const edit = (change: Partial<RoundDetails>) =>
  onSport((state, inSeason, now) =>
    editRound(state, inSeason, { ...presentRound(state), ...change }, { now, pickedTeams: [] }),
  )

export const joins =
  (name: string, email: string | null): Step =>
  async (play) => {
    play.players.push({ name, email })
    const playerId = idOf(play, name)
    await onPlayer(name, (state) => addPlayer(state, { playerId, name, email }))(play)
    await onSeason((state) => addParticipants(state, [playerId]))(play)
  }

export const addressOf = (name: string, email: string | null) =>
  onPlayer(name, (state) => editPlayer(state, { name, email }))

export const withPlayerId =
  (name: string, step: (playerId: number) => Step): Step =>
  (play) =>
    step(idOf(play, name))(play)

export const set = (change: (state: Settings) => Partial<SettingsForm>) =>
  onSettings((state) => changeSettings(state, { ...state, ...change(state) }))
