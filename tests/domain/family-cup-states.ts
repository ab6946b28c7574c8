import { type PresentRound, presentRound, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { season } from '../../domain/seasons/season.ts'
import { everybodyJoined, seasonDeactivated, seasonDeleted, seasonEnded } from './family-cup-events.ts'
import { stateOf } from './given-when-then.ts'

export const open = stateOf(season, ...everybodyJoined)
export const inactive = stateOf(season, ...everybodyJoined, seasonDeactivated)
export const ended = stateOf(season, ...everybodyJoined, seasonEnded)
export const deleted = stateOf(season, ...everybodyJoined, seasonDeleted)
export const ENDED = 'The season has ended. Reopen it to make changes'

export const presentState = (...history: RoundEvent[]): PresentRound =>
  presentRound(stateOf(round, ...history))
