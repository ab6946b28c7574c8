import type { PlayerEvent } from '../../domain/players/player.ts'
import type { RoundDetails, RoundEvent, RoundResult } from '../../domain/rounds/round.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'

// The history of the Family Cup, which most specifications start from.

export const ann = 1
export const bob = 2
export const cleo = 3
export const stranger = 99

export const familyCup = 10
export const football = 20
export const hockey = 21

export const lockTime = '2027-03-14T18:00:00.000Z'
export const longBefore = '2027-03-01T12:00:00.000Z'
export const dayBefore = '2027-03-13T18:00:00.000Z'
export const justBefore = '2027-03-14T17:59:59.999Z'
export const justAfter = '2027-03-14T18:00:00.001Z'
export const dayAfter = '2027-03-15T18:00:00.000Z'

export const seasonCreated: SeasonEvent = {
  type: 'SeasonCreated',
  data: { seasonId: familyCup, name: 'Family Cup', yearStart: 2027, yearEnd: 2027, commissioner: null },
}
export const joined = (playerId: number): SeasonEvent => ({ type: 'ParticipantAdded', data: { playerId } })
export const left = (playerId: number): SeasonEvent => ({ type: 'ParticipantRemoved', data: { playerId } })
export const everybodyJoined: SeasonEvent[] = [seasonCreated, joined(ann), joined(bob), joined(cleo)]
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
    winners: [{ playerId: ann, place: 1, totalPoints: 6 }],
  },
}

export const footballDetails: RoundDetails = {
  sportName: 'Football',
  pickType: 'single',
  picksMax: 1,
  emailMessage: null,
  locksAt: lockTime,
  timeZone: 'America/New_York',
  teams: ['Reds', 'Blues', 'Greens'],
}
/** Up to three texts to write in. */
export const oscarsDetails: RoundDetails = {
  ...footballDetails,
  sportName: 'Oscars',
  pickType: 'multiple',
  picksMax: 3,
  teams: [],
}

const created = (details: RoundDetails): RoundEvent => ({
  type: 'RoundCreated',
  data: { roundId: football, seasonId: familyCup, ...details },
})
const activated: RoundEvent = {
  type: 'RoundActivated',
  data: { roundId: football, recipients: [ann, bob] },
}

export const lockedByHandAt = (lockedAt: string): RoundEvent => ({
  type: 'RoundLocked',
  data: { roundId: football, lockedAt },
})
export const roundLocked: RoundEvent = { type: 'RoundLocked', data: { roundId: football } }
export const roundDeleted: RoundEvent = {
  type: 'RoundDeleted',
  data: { roundId: football, deletedAt: dayBefore },
}
export const roundRestored: RoundEvent = { type: 'RoundRestored', data: { roundId: football } }
export const roundPurged: RoundEvent = { type: 'RoundPurged', data: { roundId: football } }
export const roundUnlocked: RoundEvent = { type: 'RoundUnlocked', data: { roundId: football } }
export const roundRenamed = (sportName: string): RoundEvent => ({
  type: 'RoundRenamed',
  data: { roundId: football, sportName },
})
export const champion = (first: string): RoundResult => ({ places: { first }, placements: [] })
export const bluesWon: RoundEvent = {
  type: 'RoundCompleted',
  data: { roundId: football, ...champion('Blues') },
}
export const redsWon: RoundEvent = {
  type: 'RoundCompleted',
  data: { roundId: football, ...champion('Reds') },
}

export const draft: RoundEvent[] = [created(footballDetails)]
export const active: RoundEvent[] = [...draft, activated]
export const locked: RoundEvent[] = [...active, roundLocked]
export const lockedByHand: RoundEvent[] = [...active, lockedByHandAt(dayBefore)]
export const completed: RoundEvent[] = [...locked, redsWon]
export const activeWriteIn: RoundEvent[] = [created(oscarsDetails), activated]
export const lockedWriteIn: RoundEvent[] = [...activeWriteIn, roundLocked]

/** What happened to the football, as if it had happened to the hockey. */
export const asHockey = (...events: RoundEvent[]): RoundEvent[] =>
  events.map((event) => ({ ...event, data: { ...event.data, roundId: hockey } }) as RoundEvent)

export const annAdded: PlayerEvent = {
  type: 'PlayerAdded',
  data: { playerId: ann, name: 'Ann', email: 'ann@example.com' },
}
export const playerDeactivated: PlayerEvent = { type: 'PlayerDeactivated', data: {} }
export const playerReactivated: PlayerEvent = { type: 'PlayerReactivated', data: {} }
export const playerRemoved: PlayerEvent = { type: 'PlayerRemoved', data: {} }
