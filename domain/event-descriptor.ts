import type { Recorded } from './record/record-rules.ts'
import { Refusal } from './refusal.ts'
import type { IRREVERSIBLE } from './refusals/undo.ts'

export type HistoryKind = 'picks' | 'sports' | 'seasons' | 'players' | 'admins' | 'sign-ins' | 'settings'

export type StoryKind =
  | 'opened'
  | 'lock'
  | 'pick'
  | 'asked'
  | 'result'
  | 'rules'
  | 'sport'
  | 'words'
  | 'link'
  | 'look'

type AnyEvent = { type: string; data: object }

export type Undoing<State, Event> = { event: Event; before: State; now: State }

/** What an event does not have is not written down. */
export type Descriptor<Event extends AnyEvent, State, Context, All = Event> = {
  /** Where it differs from that of its table. */
  kind?: HistoryKind
  /** An export without personal data holds only these fields. */
  safe?: readonly (keyof Event['data'])[]
  /** Without it boards stay as they are. */
  updatesBoards?: 'its season' | 'seasons of the player' | 'open seasons'
  /** Of a player: points follow from who was active when a sport locked. */
  presence?: 'changes' | 'ends'
  record?: Recorded<Event>
  asksReason?: (before: State, data: Event['data']) => boolean
  story?: StoryKind
  /** Events about the same overwrite each other. Without it, events of one type are. */
  about?: string
  /** History shows a command with such events as one entry, and one undo takes back all of them or none. */
  wholeCommand?: true
  /** Why it is irreversible, or what restores what it changed, by today's ordinary rules. */
  undo: keyof typeof IRREVERSIBLE | ((undoing: Undoing<State, Event>, context: Context) => All[])
  undoReason?: 'always' | 'since the first lock' | 'for a correction'
  /** What is true once the event is undone. */
  whenUndone?: string | ((data: Event['data']) => string)
}

export type Descriptors<Event extends AnyEvent, State, Context = undefined> = {
  [One in Event as One['type']]: Descriptor<One, State, Context, Event>
}

export const always = (): boolean => true

export const undoBy =
  <Event extends AnyEvent, State, Context>(table: Descriptors<Event, State, Context>) =>
  (undoing: Undoing<State, Event>, ...[context]: undefined extends Context ? [] : [Context]): Event[] => {
    const { undo } = table[undoing.event.type as keyof typeof table] as Descriptor<Event, State, Context>
    if (typeof undo === 'string') throw new Refusal(undo)
    return undo(undoing, context as Context)
  }
