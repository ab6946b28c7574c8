import type { Person } from '../platform/erasing/outbox-erasing.ts'
import type { Verification } from '../projections/engine/verify.ts'

/** How far long work has come: events read, of how many, null while that is not known. */
export type OnProgress = (events: number, total: number | null) => void

/** What an operator can have done to a league, whoever does it: this process, or the server that has the data folder. */
export type League = {
  /** Who does the work, when it is not this process. */
  servedBy: string | null
  rebuild(onProgress: OnProgress): Promise<void>
  verify(heads: readonly string[], onProgress: OnProgress): Promise<Verification>
  /** Into a new file. */
  export(path: string, personalData: boolean, onProgress: OnProgress): Promise<void>
  erase(person: Person): Promise<void>
  close(): Promise<void>
}
