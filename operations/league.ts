import type { Person } from '../platform/erasing/mail-erasing.ts'
import type { VerificationReport } from '../projections/verification/verify.ts'

export type OnProgress = (events: number, total: number | null) => void

export type League = {
  servedBy: string | null
  rebuild(onProgress: OnProgress): Promise<void>
  verify(heads: readonly string[], onProgress: OnProgress): Promise<VerificationReport>
  export(path: string, personalData: boolean, onProgress: OnProgress): Promise<void>
  /** Returns the file in BACKUP_DIR, which has proved itself. */
  backup(onProgress: OnProgress): Promise<string>
  erase(person: Person): Promise<void>
  close(): Promise<void>
}
