import type { PlayerEvent } from '#domain/player'
import type { RoundDetails, RoundEvent } from '#domain/round'
import type { SeasonEvent } from '#domain/season'

// One season, three players, one sport: what most specifications start from.

export const ana = 1
export const ben = 2
export const cleo = 3
export const stranger = 99

export const springCup = 10
export const derby = 20

export const lockTime = '2027-03-14T18:00:00.000Z'
export const longBefore = '2027-03-01T12:00:00.000Z'
export const dayBefore = '2027-03-13T18:00:00.000Z'
export const justBefore = '2027-03-14T17:59:59.999Z'
export const justAfter = '2027-03-14T18:00:00.001Z'
export const dayAfter = '2027-03-15T18:00:00.000Z'

export const seasonCreated: SeasonEvent = {
  type: 'SeasonCreated',
  data: { seasonId: springCup, name: 'Spring Cup', yearStart: 2027, yearEnd: 2027, commissioner: null },
}
export const joined = (playerId: number): SeasonEvent => ({ type: 'ParticipantAdded', data: { playerId } })
export const left = (playerId: number): SeasonEvent => ({ type: 'ParticipantRemoved', data: { playerId } })
export const everybodyJoined: SeasonEvent[] = [seasonCreated, joined(ana), joined(ben), joined(cleo)]
export const seasonDeactivated: SeasonEvent = { type: 'SeasonDeactivated', data: {} }
export const seasonDeleted: SeasonEvent = { type: 'SeasonDeleted', data: { deletedAt: dayAfter } }
export const seasonRestored: SeasonEvent = { type: 'SeasonRestored', data: {} }
export const seasonPurged: SeasonEvent = { type: 'SeasonPurged', data: {} }
export const seasonReopened: SeasonEvent = { type: 'SeasonReopened', data: {} }
export const seasonEnded: SeasonEvent = {
  type: 'SeasonEnded',
  data: {
    endedAt: dayAfter,
    points: { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 },
    winners: [{ playerId: ana, place: 1, totalPoints: 6 }],
  },
}

export const derbyDetails: RoundDetails = {
  sportName: 'Derby',
  pickType: 'single',
  picksMax: 1,
  emailMessage: null,
  locksAt: lockTime,
  timeZone: 'America/New_York',
  teams: ['Lions', 'Bears', 'Wolves'],
}
/** The same sport with up to three texts to write in. */
export const writeInDetails: RoundDetails = { ...derbyDetails, pickType: 'multiple', picksMax: 3, teams: [] }

const created = (details: RoundDetails): RoundEvent => ({
  type: 'RoundCreated',
  data: { roundId: derby, seasonId: springCup, ...details },
})
const activated: RoundEvent = { type: 'RoundActivated', data: { recipients: [ana, ben] } }

export const roundLocked = (lockedAt: string): RoundEvent => ({ type: 'RoundLocked', data: { lockedAt } })
export const roundDeleted: RoundEvent = { type: 'RoundDeleted', data: { deletedAt: dayBefore } }
export const roundRestored: RoundEvent = { type: 'RoundRestored', data: {} }
export const roundPurged: RoundEvent = { type: 'RoundPurged', data: {} }
export const roundUnlocked: RoundEvent = { type: 'RoundUnlocked', data: {} }
export const lionsWon: RoundEvent = {
  type: 'RoundCompleted',
  data: { places: { first: 'Lions' }, placements: [] },
}

export const draft: RoundEvent[] = [created(derbyDetails)]
export const active: RoundEvent[] = [...draft, activated]
export const locked: RoundEvent[] = [...active, roundLocked(lockTime)]
export const lockedByHand: RoundEvent[] = [...active, roundLocked(dayBefore)]
export const completed: RoundEvent[] = [...locked, lionsWon]
export const activeWriteIn: RoundEvent[] = [created(writeInDetails), activated]
export const lockedWriteIn: RoundEvent[] = [...activeWriteIn, roundLocked(lockTime)]

export const anaAdded: PlayerEvent = {
  type: 'PlayerAdded',
  data: { playerId: ana, name: 'Ana', email: 'ana@example.com' },
}
export const playerDeactivated: PlayerEvent = { type: 'PlayerDeactivated', data: {} }
export const playerReactivated: PlayerEvent = { type: 'PlayerReactivated', data: {} }
export const playerRemoved: PlayerEvent = { type: 'PlayerRemoved', data: {} }
