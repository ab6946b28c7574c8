import { ACCOUNT_REFUSALS, PASSWORD_REFUSALS } from './refusals/accounts.ts'
import { INPUT_REFUSALS } from './refusals/inputs.ts'
import { LEAGUE_REFUSALS } from './refusals/league.ts'
import { CLOSED_REFUSALS, PICK_REFUSALS } from './refusals/picks.ts'
import { PLAYER_REFUSALS } from './refusals/players.ts'
import { BUSY_REFUSALS, LIMIT_REFUSALS, REQUEST_REFUSALS } from './refusals/requests.ts'
import { SEASON_REFUSALS } from './refusals/seasons.ts'
import { SPORT_REFUSALS } from './refusals/sports.ts'
import { IRREVERSIBLE, UNDO_REFUSALS } from './refusals/undo.ts'

/**
 * - `invalid`: the request makes no sense; `field` names the wrong part, where there is one
 * - `not_found`: the thing does not exist
 * - `gone`: it did, and something newer is in its place
 * - `wrong_state`: it exists, but its state refuses the action
 * - `taken`: somebody else has it already
 * - `not_allowed`: this person may not do it, or not now
 * - `not_proven`: a session, a password or a code is missing or wrong
 * - `outdated`: something has happened since the preview
 * - `key_used`: the key of the request belongs to another request
 * - `too_many`: it was done too often
 * - `busy`: try again a moment later
 * - `unavailable`: somebody has to mend the server first
 * - `mail_refused`: the mail server does not take the mail
 * - `bug`: the fault is the server's
 */
export type RefusalKind =
  | 'invalid'
  | 'not_found'
  | 'gone'
  | 'wrong_state'
  | 'taken'
  | 'not_allowed'
  | 'not_proven'
  | 'outdated'
  | 'key_used'
  | 'too_many'
  | 'busy'
  | 'unavailable'
  | 'mail_refused'
  | 'bug'

/** Plain data, and nothing that the reader of the sentence could not read there. `field` goes before that of the table. */
export type Params = Readonly<Record<string, string | number | string[]>> & {
  field?: string
}

/** By code: the kind, the sentence that the person who asked may read and act on, and the field of the request that is wrong. */
export type Refusals = Readonly<
  Record<string, readonly [kind: RefusalKind, sentence: string | ((params: never) => string), field?: string]>
>

/** Clients and translations know the codes: a code that was released stays. */
export const REFUSAL_TABLE = {
  ...ACCOUNT_REFUSALS,
  ...PASSWORD_REFUSALS,
  ...INPUT_REFUSALS,
  ...LEAGUE_REFUSALS,
  ...CLOSED_REFUSALS,
  ...PICK_REFUSALS,
  ...PLAYER_REFUSALS,
  ...LIMIT_REFUSALS,
  ...BUSY_REFUSALS,
  ...REQUEST_REFUSALS,
  ...SEASON_REFUSALS,
  ...SPORT_REFUSALS,
  ...IRREVERSIBLE,
  ...UNDO_REFUSALS,
}

export type RefusalCode = keyof typeof REFUSAL_TABLE

/** What its sentence takes. */
type ParamsOf<Code extends RefusalCode> = Sentence<Code> extends string ? [] : [params: GivenTo<Code>]
type Sentence<Code extends RefusalCode> = (typeof REFUSAL_TABLE)[Code][1]
/** Its sentence is the same each time. */
export type PlainCode = { [Code in RefusalCode]: Sentence<Code> extends string ? Code : never }[RefusalCode]
type GivenTo<Code extends RefusalCode> =
  Exclude<Sentence<Code>, string> extends (params: infer Given extends Params) => string ? Given : never

export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  readonly code: RefusalCode
  readonly kind: RefusalKind
  readonly params: Params | undefined
  readonly field: string | undefined

  constructor(code: Code, ...given: ParamsOf<Code>) {
    const [kind, sentence, field] = REFUSAL_TABLE[code] as Refusals[string]
    const [params] = given as [Params?]
    super(typeof sentence === 'string' ? sentence : sentence(params as never))
    this.name = 'Refusal'
    this.code = code
    this.kind = kind
    this.params = params
    this.field = params?.field ?? field
  }

  get answer(): Refused {
    const { message: error, code, params } = this
    return { error, code, ...(params && { params }) } as Refused
  }
}

declare const fromTable: unique symbol
/** Nobody writes one down: its sentence comes from the table. */
export type Refused = { error: string; code: RefusalCode; params?: Params; readonly [fromTable]: true }

export const refused = <Code extends RefusalCode>(code: Code, ...params: ParamsOf<Code>): Refused =>
  new Refusal(code, ...params).answer
