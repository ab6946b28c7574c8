import type { ReactNode } from 'react'
import type { CompleteBody } from '../../../../api/contract/rounds.ts'
import type { PlaceField, Worth } from './places.ts'

export type ResultFormProps = {
  /** The published places, which a correction starts from. */
  former: Record<PlaceField, string>
  correcting: boolean
  scoring: Worth
  action: string
  /** Until what is sent has been seen. */
  disabled: boolean
  preview: ReactNode
  sending: { busy: boolean; problem: string | null }
  onSubmit: (result: CompleteBody) => void
}
