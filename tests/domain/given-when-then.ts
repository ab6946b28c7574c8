import { expect } from 'vitest'
import type { Fold, Placed } from '../../domain/event.ts'
import { Refusal, type RefusalCode } from '../../domain/refusal.ts'

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

function outcomes<Event>(decide: () => Event[]) {
  return {
    // biome-ignore lint/suspicious/noThenProperty: specifications say then, and nothing awaits one.
    then: (...events: Event[]) => expect(decide()).toEqual(events),
    thenNothing: () => expect(decide()).toEqual([]),
    thenRefused: (code: RefusalCode, sentence: string, field?: string) =>
      expect(refusalOf(decide)).toMatchObject({ code, message: sentence, field }),
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
