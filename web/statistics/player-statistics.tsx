import { useState } from 'react'
import type { PlayerPage } from '../../api/contract/hall.ts'
import { query } from '../server/api.ts'
import { Card } from '../ui/card.tsx'
import { Hint, Stack, Tiles } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Asked } from '../ui/waiting/loaded.tsx'
import { BestCall, boldnessText, figures, type Row } from './figures.tsx'

type Season = PlayerPage['seasons'][number]

// The page has the winners already.
const [, ...others] = figures

/** How somebody picks, season by season. Each but the newest is asked for when it is opened. */
export const PlayerStatistics = ({ player: { id, seasons } }: { player: PlayerPage }) => (
  <Card title="Statistics">
    {seasons.map((season, at) => (
      <OfSeason key={season.seasonId} userId={id} season={season} isNewest={at === 0} />
    ))}
  </Card>
)

type OfSeasonProps = { userId: number; season: Season; isNewest: boolean }

function OfSeason({ userId, season: { seasonId, name }, isNewest }: OfSeasonProps) {
  const [isOpen, setOpen] = useState(isNewest)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary translate="no">{name}</summary>
      {isOpen && (
        <Asked of={query('GET /public/seasons/{id}/statistics', seasonId)} rows={2}>
          {({ rows }) => {
            const row = rows.find((row) => row.userId === userId)
            return row && <Figures of={row} seasonId={seasonId} />
          }}
        </Asked>
      )}
    </details>
  )
}

const Figures = ({ of: row, seasonId }: { of: Row; seasonId: number }) => (
  <Stack gap={2}>
    <Tiles
      of={[
        ['Boldness', boldnessText(row)],
        ...others.map(({ name, of }): [string, string | number] => [name, of(row)]),
      ]}
    />
    <Hint>
      {row.bestCall && (
        <>
          Best call: <BestCall of={row} seasonId={seasonId} />.{' '}
        </>
      )}
      <Link to={`/statistics?season=${seasonId}`}>What these mean</Link>
    </Hint>
  </Stack>
)
