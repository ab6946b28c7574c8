import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Fold } from '../../domain/event.ts'
import type { Undoing } from '../../domain/event-descriptor.ts'
import { inverseOfAll } from '../../domain/undo/undo.ts'

/** The events that undo one of a stream. */
export const inverse = <State, Event extends DomainEvent>(
  of: Fold<State, Event>,
  events: readonly Event[],
  index: number,
  undo: (undoing: Undoing<State, Event>) => Event[],
): Event[] => inverseOfAll(of, events, [index], undo)
