import { SmallLink } from '../../ui/button.tsx'

type HistoryLinkProps = {
  /** A round and a player together are one cell of the leaderboard. */
  of: { season?: number; round?: number; player?: number }
  name: string
}

export function HistoryLink({ of, name }: HistoryLinkProps) {
  return (
    <SmallLink to={historyOf(of)} variant="quiet" aria-label={`History of ${name}`}>
      History
    </SmallLink>
  )
}

export const historyOf = (of: HistoryLinkProps['of']) =>
  `/admin/history?${new URLSearchParams(Object.entries(of).map(([key, id]) => [key, String(id)]))}`
