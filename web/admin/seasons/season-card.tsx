import type { SeasonList } from '../../../api/contract/seasons.ts'
import { counted } from '../../../domain/names.ts'
import { Badge } from '../../ui/badge.tsx'
import { SmallButton, SmallLink } from '../../ui/button.tsx'
import { formatDay } from '../calendar.ts'
import { ItemCard } from '../parts/item-card.tsx'
import { Leaders } from './leaders.tsx'
import { type SeasonAction, SeasonMenu } from './season-menu.tsx'
import { yearsOf } from './season-text.ts'

type SeasonCardProps = { season: SeasonList[number]; onAct: (action: SeasonAction) => void }

export function SeasonCard({ season, onAct }: SeasonCardProps) {
  const { id, name, commissioner, ended_at, leaderboard } = season
  const players = leaderboard.length
  return (
    <ItemCard
      title={name}
      badge={<SeasonBadges season={season} />}
      facts={
        <>
          <p>
            {yearsOf(season)} · {players === 0 ? 'No players yet' : counted(players, 'player')}
            {ended_at && ` · Ended ${formatDay(ended_at)}`}
          </p>
          {commissioner && (
            <p>
              Commissioner: <strong translate="no">{commissioner}</strong>
            </p>
          )}
        </>
      }
      actions={
        <>
          <SmallLink to={`/admin/seasons/${id}`} aria-label={`Participants of ${name}`}>
            Participants
          </SmallLink>
          <SmallLink to={`/admin/rounds?season=${id}`} aria-label={`Sports of ${name}`}>
            Sports
          </SmallLink>
          {ended_at ? (
            <SmallButton aria-label={`Reopen ${name}`} onClick={() => onAct('reopen')}>
              Reopen
            </SmallButton>
          ) : (
            <>
              <SmallButton aria-label={`Rules of ${name}`} onClick={() => onAct('rules')}>
                Rules
              </SmallButton>
              <SmallButton aria-label={`Edit ${name}`} onClick={() => onAct('edit')}>
                Edit
              </SmallButton>
            </>
          )}
          <SeasonMenu season={season} onAct={onAct} />
        </>
      }
    >
      <Leaders leaderboard={leaderboard} />
    </ItemCard>
  )
}

function SeasonBadges({ season }: { season: SeasonList[number] }) {
  const { is_default, is_active, ended_at, picks_sealed } = season
  return (
    <>
      {is_default === 1 && <Badge tone="info">Default</Badge>}
      {ended_at ? (
        <Badge>Ended</Badge>
      ) : is_active ? (
        <Badge tone="success">Active</Badge>
      ) : (
        <Badge>Inactive</Badge>
      )}
      {picks_sealed === 1 && !ended_at && <Badge tone="info">Picks hidden</Badge>}
    </>
  )
}
