import type { MarkKind } from '../../../api/contract/leaderboards.ts'

export const marks: Record<MarkKind, { sign: string; text: string }> = {
  entered_by_admin: { sign: '✎', text: 'Entered by an admin' },
  entered_after_lock: { sign: '✎', text: 'Entered by an admin after the lock' },
  cleared: { sign: '✕', text: 'Cleared by an admin' },
  looked_at_by_admin: { sign: '◉', text: 'Looked at by an admin' },
  result_corrected: { sign: '↻', text: 'Result corrected' },
}
