/** What a mail is and does. Every template says all of it. */
type Columns<Name extends string> = {
  /** Names players other than its readers: an erasure of a player takes its text. */
  others: boolean
  /** Names the admin who did what it tells: an erasure of an admin takes its text. */
  deed: boolean
  /** Tells a pick: withheld from admins while the pick is sealed from them. */
  pick: boolean
  /** Links to the story of each reader's pick. */
  story: boolean
  /** Carries the seal over what it tells. */
  witness: boolean
  /** Brings each reader the link to a round. */
  link: boolean
  /** Asks for a pick, and so is useless from the lock time of its round on, whenever that is by then. */
  asks: boolean
  /** Is also for players who are inactive, or take part no longer. */
  absent: boolean
  /** Goes out with notifications off: it tells a deed that names its reader, or is for an admin. */
  always: boolean
  /** The template of one mail for all of a season that one event asks for. */
  together: NoInfer<Name> | null
  /** A later mail of these, about the same, tells what an earlier one would have told that has not gone out. */
  replacedBy: readonly NoInfer<Name>[]
  /** What it tells beside its season, round and readers. */
  facts: readonly MailFact[]
}

export type MailFact = 'standings' | 'rules' | 'entry' | 'before' | 'sports'

const table = <Name extends string>(rows: Record<Name, Columns<Name>>) => rows

const [yes, no] = [true, false]

const LINKS = ['pick-link', 'pick-links'] as const
const REMINDERS = ['reminder', 'final-reminder'] as const
const PAUSED = ['picks-paused', 'picks-resumed'] as const
const ENTERED = ['pick-entered', 'pick-cleared', 'guess-entered'] as const
const RULES = ['points-changed', 'rules-changed'] as const
const ENDED = ['season-ended', 'season-reopened'] as const

/** Mails to players that are written again when they go out. */
// biome-ignore format: a table reads best as one
const REWRITTEN = table({
  'pick-link':       { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: yes, asks: yes, absent: no,  always: no,  together: 'pick-links', replacedBy: LINKS, facts: [] },
  'pick-links':      { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: yes, asks: yes, absent: no,  always: no,  together: null, replacedBy: LINKS, facts: [] },
  'reminder':        { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: no,  asks: yes, absent: no,  always: no,  together: null, replacedBy: REMINDERS, facts: [] },
  'final-reminder':  { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: no,  asks: yes, absent: no,  always: no,  together: null, replacedBy: REMINDERS, facts: [] },
  'lock-moved':      { others: no,  deed: yes, pick: no,  story: yes, witness: no,  link: no,  asks: yes, absent: no,  always: no,  together: null, replacedBy: ['lock-moved', 'reinstated'], facts: ['before'] },
  'pick-entered':    { others: no,  deed: yes, pick: yes, story: yes, witness: no,  link: no,  asks: no,  absent: yes, always: yes, together: null, replacedBy: ENTERED, facts: ['entry'] },
  'pick-cleared':    { others: no,  deed: yes, pick: yes, story: yes, witness: no,  link: no,  asks: no,  absent: yes, always: yes, together: null, replacedBy: ENTERED, facts: ['entry'] },
  'guess-entered':   { others: no,  deed: yes, pick: yes, story: yes, witness: no,  link: no,  asks: no,  absent: yes, always: yes, together: null, replacedBy: ENTERED, facts: ['entry'] },
  'looked-at':       { others: no,  deed: yes, pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: yes, always: yes, together: null, replacedBy: [], facts: [] },
  'link-copied':     { others: no,  deed: yes, pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: yes, always: yes, together: null, replacedBy: [], facts: [] },
  'reworded':        { others: no,  deed: yes, pick: no,  story: yes, witness: no,  link: no,  asks: no,  absent: no,  always: no,  together: null, replacedBy: ['reworded'], facts: ['before'] },
  'cancelled':       { others: no,  deed: yes, pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: no,  together: null, replacedBy: ['cancelled'], facts: [] },
  'reinstated':      { others: no,  deed: yes, pick: no,  story: no,  witness: no,  link: no,  asks: yes, absent: no,  always: no,  together: null, replacedBy: ['reinstated'], facts: [] },
  'picks-paused':    { others: no,  deed: yes, pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: yes, always: no,  together: null, replacedBy: PAUSED, facts: ['sports'] },
  'picks-resumed':   { others: no,  deed: yes, pick: no,  story: no,  witness: no,  link: no,  asks: yes, absent: no,  always: no,  together: null, replacedBy: PAUSED, facts: ['sports'] },
  'picks-locked':    { others: no,  deed: no,  pick: yes, story: yes, witness: yes, link: no,  asks: no,  absent: no,  always: no,  together: null, replacedBy: [], facts: [] },
  'results':         { others: yes, deed: yes, pick: yes, story: yes, witness: yes, link: no,  asks: no,  absent: no,  always: no,  together: null, replacedBy: ['results'], facts: ['standings'] },
  'points-changed':  { others: yes, deed: yes, pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: no,  together: null, replacedBy: RULES, facts: ['standings', 'rules'] },
  'rules-changed':   { others: yes, deed: yes, pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: no,  together: null, replacedBy: RULES, facts: ['standings', 'rules'] },
  'season-ended':    { others: yes, deed: no,  pick: no,  story: no,  witness: yes, link: no,  asks: no,  absent: no,  always: no,  together: null, replacedBy: ENDED, facts: ['standings'] },
  'season-reopened': { others: yes, deed: yes, pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: no,  together: null, replacedBy: ENDED, facts: ['standings', 'rules'] },
})

// biome-ignore format: a table reads best as one
const SENT_AS_WRITTEN = table({
  'address-changed':       { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: yes, together: null, replacedBy: [], facts: [] },
  'player-deleted':        { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: yes, together: null, replacedBy: [], facts: [] },
  'admin-added':           { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: yes, together: null, replacedBy: [], facts: [] },
  'sign-in':               { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: yes, together: null, replacedBy: [], facts: [] },
  'reset-password':        { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: yes, together: null, replacedBy: [], facts: [] },
  'email-changed':         { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: yes, together: null, replacedBy: [], facts: [] },
  'second-factor-changed': { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: yes, together: null, replacedBy: [], facts: [] },
  'test':                  { others: no,  deed: no,  pick: no,  story: no,  witness: no,  link: no,  asks: no,  absent: no,  always: yes, together: null, replacedBy: [], facts: [] },
})

export const TEMPLATES = { ...REWRITTEN, ...SENT_AS_WRITTEN }

export type TemplateName = keyof typeof TEMPLATES
/** Of a mail to players that is written again when it goes out. */
export type RewrittenTemplate = keyof typeof REWRITTEN

export const isRewritten = (name: string): name is RewrittenTemplate => Object.hasOwn(REWRITTEN, name)

type Flag = {
  [Column in keyof Columns<''>]: Columns<''>[Column] extends boolean ? Column : never
}[keyof Columns<''>]

export const templatesWith = (flag: Flag): readonly TemplateName[] =>
  (Object.keys(TEMPLATES) as TemplateName[]).filter((name) => TEMPLATES[name][flag])
