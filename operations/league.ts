import type { Person } from '../platform/erasing/outbox-erasing.ts'
import type { Verification } from '../projections/engine/verify.ts'

/** `total` is null while it is not known. */
export type OnProgress = (events: number, total: number | null) => void

export type League = {
  /** Null when this process does the work. */
  servedBy: string | null
  rebuild(onProgress: OnProgress): Promise<void>
  verify(heads: readonly string[], onProgress: OnProgress): Promise<Verification>
  export(path: string, personalData: boolean, onProgress: OnProgress): Promise<void>
  erase(person: Person): Promise<void>
  close(): Promise<void>
}
