import { lazy, type MouseEvent, Suspense, useState } from 'react'
import type { LeaderboardEntry } from '#api/contract/leaderboards'
import type { Question } from './explanation-dialog.tsx'

// Most visitors only look: the dialog and its library come when somebody asks.
const ExplanationDialog = lazy(async () => ({
  default: (await import('./explanation-dialog.tsx')).ExplanationDialog,
}))

/** Opens what is behind a cell or a total. Cells are for the finger and the mouse: the total leads to the same by keyboard. */
export function useExplanation(seasonId: number, entries: readonly LeaderboardEntry[]) {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = ({ target }: MouseEvent<HTMLElement>) => {
    const cell = target instanceof Element ? target.closest('td') : null
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
