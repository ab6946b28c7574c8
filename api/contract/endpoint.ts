import { type TObject, type TSchema, Type } from 'typebox'
import type { RefusalName } from './refusals.ts'
import { Id, Message } from './schema.ts'

/**
 * Who may call an endpoint.
 * - `public`: anybody; pick links carry their own proof
 * - `setup`: an admin, even one who must still set up the account or a second factor
 * - `admin`: any admin
 * - `main_admin`: the main admin alone
 */
export type Access = 'public' | 'setup' | 'admin' | 'main_admin'

export type Endpoint = {
  section: SectionName
  access: Access
  /** Also for a command on the server's own machine, which proves that it may read the data folder. */
  operator?: boolean
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  /** By status. Every refusal is a `Problem`; who sends one by hand names it. */
  response: { [status: number]: TSchema | MediaType; '4xx'?: TSchema }
  /** The answer has an `ETag`, and is a 304 to a client that already has it. In public it is the same for everybody, and caches may keep it. */
  conditional?: true
  summary: string
  description: string
  /** The refusals that do not follow from who may make the call and from what it takes. */
  refuses?: readonly RefusalName[]
}

export type MediaType = { content: Readonly<Record<string, { schema: TSchema; example?: string }>> }

/** The sections of the description, in the order in which a season is played. */
export const SECTIONS = {
  Settings: 'Title and texts, what a place is worth, and when reminders go out.',
  'Signing in': 'The main admin signs in with a password, other admins through a link by mail.',
  Admins: 'The main admin adds and removes other admins.',
  Players: 'Players have no login. Each gets a pick link by mail.',
  Seasons: 'A season has participants and sports. It ends with its winners.',
  Joining: 'People ask to join a season through its link, and an admin or their address decides.',
  Rules: 'How a season is scored. After the first lock, everybody sees each change and its reason.',
  Sealing:
    'A season can hide picks from its admins too: until the lock they see that a pick was made, and never which.',
  Sports: 'A sport is called round in paths and fields. It goes from draft to active, locked and completed.',
  'Mail of a sport': 'Reminders and links to single players.',
  Picks: 'The token at the end of a pick link is the only credential that a player needs.',
  Standings: 'Points and ranks, now and at any time in the past.',
  'Hall of fame': 'Champions of all years, and how everybody did in all seasons together.',
  Previews: 'What a change would do to the standings. Nothing is saved.',
  History: 'Everything that admins and players did, and the way to undo it.',
  Outbox: 'All mail, and whether it was sent.',
  Operations: 'Checking, rebuilding and exporting the whole league.',
  'Sample data': 'A season to try things out. Only with `ENABLE_DEV_TOOLS`.',
  Health: 'For monitoring and load balancers.',
} as const

export type SectionName = keyof typeof SECTIONS

type Own = Partial<Omit<Endpoint, 'section' | keyof Words>>

type Answers<Response, Special> = Omit<{ response: Response }, keyof Special> & Special

/** An endpoint that only reads. @param text its first sentence is the summary. @param own overrides. */
export const read = <Schema extends TSchema | MediaType, const Special extends Own = Record<never, never>>(
  answer: Schema,
  text: string,
  own?: Special,
) => ({ response: { 200: answer }, ...own, ...wordsOf(text) }) as Words & Answers<{ 200: Schema }, Special>

/** An endpoint that changes or does something, and returns a message. The parameters are those of `read`. */
export const command = <const Special extends Own = Record<never, never>>(text: string, own?: Special) =>
  ({ response: { 200: Message }, ...own, ...wordsOf(text) }) as Words &
    Answers<{ 200: typeof Message }, Special>

type Words = { summary: string; description: string }

function wordsOf(text: string): Words {
  const [summary = ''] = text.split('. ', 1)
  return { summary, description: text.slice(summary.length + 2) }
}

type Table = Readonly<Record<string, object>>

type Keys<Path> = Path extends `${string}{${infer Key}}${infer Rest}` ? Key | Keys<Rest> : never

type Ids<Path> = [Keys<Path>] extends [never] ? unknown : { params: TObject<Record<Keys<Path>, typeof Id>> }

type Complete<Calls extends Table> = {
  [Name in keyof Calls]: { section: SectionName; access: Access } & Calls[Name] &
    (Calls[Name] extends { params: TSchema } ? unknown : Ids<Name>)
}

/** Endpoints for these callers. In their paths are ids. What an endpoint says itself goes before. */
export function section<const Calls extends Table>(name: SectionName, access: Access, calls: Calls) {
  const complete = Object.entries(calls).map(([call, endpoint]) => {
    const keys = [...call.matchAll(/{(\w+)}/g)].map(([, key]) => [key, Id] as const)
    const params = keys.length > 0 && { params: Type.Object(Object.fromEntries(keys)) }
    return [call, { section: name, access, ...params, ...endpoint }]
  })
  return Object.fromEntries(complete) as Complete<Calls>
}

/** Whether a request may leave this body out: `{}` fits it. */
export const mayBeLeftOut = (body: { required?: readonly string[]; minProperties?: number }): boolean =>
  (body.required ?? []).length === 0 && !body.minProperties
