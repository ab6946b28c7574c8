import {
  type ComponentType,
  lazy,
  type MouseEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import type { LeaderboardEntry } from '../../api/contract/leaderboards.ts'
import { useNotices } from '../notices.ts'
import type { ExplanationDialogProps, Question } from './explanation-dialog.tsx'

// Most visitors only look: the dialog and its library come when somebody asks.
const ExplanationDialog = lazy<ComponentType<ExplanationDialogProps>>(() =>
  import('./explanation-dialog.tsx').then(
    (module) => ({ default: module.ExplanationDialog }),
    () => ({ default: NotLoaded }),
  ),
)

/** Its file did not arrive: the page lost the server, or is older than what is there now. */
function NotLoaded({ onClose }: ExplanationDialogProps) {
  const tell = useEffectEvent(() => {
    useNotices.getState().show('danger', 'The details could not be loaded. Reload the page to see them.')
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}

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
