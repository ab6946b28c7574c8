import { expect } from 'vitest'
import type { Fold, Placed } from '../../domain/event.ts'
import { Refusal, type RefusalKind } from '../../domain/refusal.ts'

/**
 * A specification of one decision: given what happened, when somebody decides, then this happens.
 *
 *     given(player, annAdded).when(deactivatePlayer).then(annDeactivated)
 */
export function given<State, Event>(fold: Fold<State, Event>, ...history: NoInfer<Event>[]) {
  const state = stateOf(fold, ...history)
  return {
    when: <Input extends unknown[]>(decide: (state: State, ...input: Input) => Event[], ...input: Input) =>
      outcomes(() => decide(state, ...input)),
  }
}

/** What a history adds up to. */
export const stateOf = <State, Event>(
  { initial, evolve }: Fold<State, Event>,
  ...history: (NoInfer<Event> | (NoInfer<Event> & Placed))[]
): State => history.reduce(evolve, initial)

const PAST = [
  'activity',
  'calendarSequence',
  'joinGeneration',
  'linksReplaced',
  'lockChanges',
  'participations',
  'renames',
  'unlockedAt',
]

/** Without what a state keeps of its past, and no decision looks at. */
export function withoutPast(state: unknown): unknown {
  if (state instanceof Map) return new Map([...state].map(([id, one]) => [id, withoutPast(one)]))
  if (state === null || Object.getPrototypeOf(state) !== Object.prototype) return state
  const kept = Object.entries(state as object).filter(([key]) => !PAST.includes(key))
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutPast(part)]))
}

function outcomes<Event>(decide: () => Event[]) {
  return {
    // biome-ignore lint/suspicious/noThenProperty: specifications say then, and nothing awaits one.
    then: (...events: Event[]) => expect(decide()).toEqual(events),
    thenNothing: () => expect(decide()).toEqual([]),
    thenRefused: (kind: RefusalKind, sentence: string, field?: string) =>
      expect(refusalOf(decide)).toMatchObject({ kind, message: sentence, field }),
  }
}

/** The refusal that a question or a decision ends in. Anything else it throws is a bug. */
export function refusalOf(ask: () => unknown): Refusal {
  try {
    const answer = ask()
    throw new Error(`Expected a refusal, got ${JSON.stringify(answer)}`)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
