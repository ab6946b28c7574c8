import type { Actor } from '../../../domain/event.ts'
import type { Args, TypeWithArgs } from '../../read-models/history-args.ts'
import type { Names } from './names.ts'
import type { Action } from './wording.ts'

export type SentenceContext<Type extends TypeWithArgs> = Required<Args<Type>> & {
  /** The person that it is about. */
  id: number
  actor: Actor
  names: Names
}

export type Sentences<E extends { type: string }> = {
  [Type in E['type'] & TypeWithArgs]: (context: SentenceContext<Type>) => Action
}
