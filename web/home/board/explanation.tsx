import { type MouseEvent, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import { useNotices } from '../../notices.ts'
import { lazyPart } from '../../shell/lazy-screen.tsx'
import type { ExplanationDialogProps, Question } from './explanation-dialog.tsx'

// Most visitors only look, so the dialog and its library load on demand.
const ExplanationDialog = lazyPart('ExplanationDialog', () => import('./explanation-dialog.tsx'), NotLoaded)

/** The server is unreachable, or has a newer version than this page. */
function NotLoaded({ onClose }: ExplanationDialogProps) {
  const tell = useEffectEvent(() => {
    useNotices.getState().show('danger', 'The details could not be loaded. Reload the page to see them.')
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}

/** A mouse or a finger opens a cell. A keyboard opens the total, which leads to the same facts. */
export function useExplanation(seasonId: number, entries: readonly LeaderboardEntry[]) {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = ({ target }: MouseEvent<HTMLElement>) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null
    const userId = Number(cell?.parentElement?.dataset.user)
    const entry = entries.find((candidate) => candidate.userId === userId)
    if (!cell || !entry || getSelection()?.type === 'Range') return
    const roundId = cell.dataset.round ? Number(cell.dataset.round) : null
    setQuestion({ userId, userName: entry.userName, roundId })
  }
  const dialog = question && (
    <Suspense>
      <ExplanationDialog seasonId={seasonId} {...question} onClose={() => setQuestion(null)} />
    </Suspense>
  )
  return { ask, dialog }
}
