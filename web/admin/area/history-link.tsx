import { ButtonLink } from '../../ui/button.tsx'

type HistoryLinkProps = {
  /** A round and a player together are one cell of the leaderboard. */
  of: { season?: number; round?: number; player?: number }
  name: string
}

export function HistoryLink({ of, name }: HistoryLinkProps) {
  const params = Object.entries(of).map(([key, id]) => [key, String(id)])
  return (
    <ButtonLink
      to={`/admin/history?${new URLSearchParams(params)}`}
      variant="quiet"
      size="small"
      aria-label={`History of ${name}`}
    >
      History
    </ButtonLink>
  )
}
