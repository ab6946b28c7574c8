import type { PlayerTopic } from '../../../domain/mail-topics.ts'
import type { Reason } from '../mail-reasons.ts'
import type { WriteMail, WriteSeveral } from './reader.ts'

/** What a mail does not have is not written down. */
export type MailTemplate = {
  write: WriteMail
  /** Then all sports that one event asks for go into one mail: of a season, or of a day. */
  writeSeveral?: WriteSeveral
  /** What waits until the same moment goes into one mail, whichever event asks for it. */
  heldTogether?: true
  /** Why a player need not read it any more. Asked when it goes out. */
  useless?: Reason
  /** Of one address. Five where it is not said: each has a button. */
  readersMax?: number
  /** What it is made from, beside its season, its sport and its readers. */
  facts?: readonly MailFact[]
  /** A later mail of these, about the same, tells what an earlier one would have told that has not gone out. */
  replacedBy?: readonly string[]
  /** What its reader stops with the link in it. */
  topic?: PlayerTopic
  /** Goes out with notifications off, because it tells what an admin did to its reader. */
  always?: true
  /** Sent as it is written when its event comes, to an address that only the log knows. Names no admin: no erasure finds it. */
  writtenAtOnce?: true
}

/**
 * `deed`: who did it and why. `entry`: a pick as an admin left it. `seal`: the one over the news. `homes`: who
 * shares each address. `purged`: its season and sport, also after these were deleted for ever. So nobody hides what
 * was done to a reader. `elsewhere`: who has not picked in which other open sport. `saves`: the last of each player's
 * own, whatever an admin did since. `picked`, `recap`, `honours`: what everybody picked in the sport, what the last
 * result changed, who won and why.
 */
export type MailFact =
  | 'deed'
  | 'standings'
  | 'rules'
  | 'entry'
  | 'before'
  | 'seal'
  | 'homes'
  | 'purged'
  | 'elsewhere'
  | 'saves'
  | 'message'
  | 'picked'
  | 'recap'
  | 'honours'
