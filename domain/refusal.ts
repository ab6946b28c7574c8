/**
 * - `invalid`: the request makes no sense; `field` names the wrong part, where there is one
 * - `not_found`: the thing does not exist
 * - `wrong_state`: it exists, but its state refuses the action
 * - `taken`: somebody else has it already
 * - `not_allowed`: this person may not do it
 * - `not_proven`: a password or a code is wrong
 * - `outdated`: something has happened since the preview
 * - `busy`: try again a moment later
 * - `pick_closed`: this link cannot pick now
 * - `pick_locked`: the round has locked
 */
export type RefusalCode =
  | 'invalid'
  | 'not_found'
  | 'wrong_state'
  | 'taken'
  | 'not_allowed'
  | 'not_proven'
  | 'outdated'
  | 'busy'
  | 'pick_closed'
  | 'pick_locked'
  | 'too_many'

/** The message is a sentence that the person who asked may read and act on. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly field: string | undefined

  constructor(code: RefusalCode, sentence: string, field?: string) {
    super(sentence)
    this.name = 'Refusal'
    this.code = code
    this.field = field
  }
}

export class PickLocked extends Refusal {
  readonly roundId: number

  constructor(roundId: number) {
    super('pick_locked', 'Picks are locked for this sport')
    this.name = 'PickLocked'
    this.roundId = roundId
  }
}

export type ClosedBecause =
  | 'sport_gone'
  | 'sport_cancelled'
  | 'sport_unopened'
  | 'season_gone'
  | 'season_ended'
  | 'season_inactive'
  | 'player_inactive'
  | 'player_out'
  | 'link_replaced'

export class PickClosed extends Refusal {
  readonly because: ClosedBecause

  constructor(because: ClosedBecause, sentence: string) {
    super('pick_closed', sentence)
    this.name = 'PickClosed'
    this.because = because
  }
}

export class IdTaken extends Refusal {
  constructor(what: string, id: number) {
    super('busy', `The number ${id} belongs to another ${what}. Please try again`)
  }
}
