import type { Effect } from '../../../api/contract/previews.ts'
import { counted } from '../../../domain/names.ts'
import { Box, Hint } from '../../ui/layout.tsx'
import { Movement } from '../../ui/movement.tsx'
import { Figures } from '../../ui/table/table.tsx'

type Player = Effect['players'][number]

export function EffectList({ seasons }: { seasons: readonly Effect[] }) {
  const changed = seasons.filter(({ players }) => players.some(isShown))
  if (changed.length === 0) {
    return (
      <Box>
        <Hint size="m">Nothing changes in the standings: all points and ranks stay the same.</Hint>
      </Box>
    )
  }
  return (
    <Box as="section" gap={5} scrolls tabIndex={0} aria-label="What changes in the standings">
      {changed.map((season) => (
        <EffectOnSeason key={season.seasonId} season={season} />
      ))}
    </Box>
  )
}

export const changesStandings = ({ players }: Effect) => players.some(isChanged)

function EffectOnSeason({ season: { name, players } }: { season: Effect }) {
  const changed = players.filter(isShown)
  const isOfSport = players.some(hasHere)
  const [hadRanks, hasRanks] = [isRanked(players, 'before'), isRanked(players, 'after')]
  const same = players.length - changed.length
  return (
    <Figures>
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col">Player</th>
          {isOfSport && <th scope="col">This sport</th>}
          <th scope="col">Points</th>
          <th scope="col">Rank</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((player) => (
          <tr key={player.userId}>
            <th scope="row" translate="no">
              {player.name}
            </th>
            {isOfSport && (
              <td>
                <Change before={player.before?.here} after={player.after?.here} />
                {player.after?.dropped && <Hint as="span"> dropped</Hint>}
              </td>
            )}
            <td>
              <Change before={player.before?.points} after={player.after?.points} />
            </td>
            <td>
              <Change
                before={hadRanks ? player.before?.rank : undefined}
                after={hasRanks ? player.after?.rank : undefined}
                prefix="#"
              />
              {hadRanks &&
                hasRanks &&
                player.before &&
                player.after &&
                player.before.rank !== player.after.rank && (
                  <Movement from={player.before.rank} to={player.after.rank} />
                )}
            </td>
          </tr>
        ))}
      </tbody>
      {same > 0 && (
        <tfoot>
          <tr>
            <td colSpan={4}>{counted(same, 'player keeps', 'players keep')} their points and rank.</td>
          </tr>
        </tfoot>
      )}
    </Figures>
  )
}

type ChangeProps = { before: number | undefined; after: number | undefined; prefix?: string }

/** What was not there before is only shown as it is now, and a dash stands for what is no longer there. */
function Change({ before, after, prefix = '' }: ChangeProps) {
  const text = (value: number | undefined) => (value === undefined ? '–' : `${prefix}${value}`)
  if (before === after) return text(after)
  return (
    <>
      {before !== undefined && (
        <Hint as="span" size="m">
          {text(before)} →{' '}
        </Hint>
      )}
      <strong>{text(after)}</strong>{' '}
    </>
  )
}

/** While all have no points, nobody has a rank, as on the home page. */
const isRanked = (players: readonly Player[], side: 'before' | 'after') =>
  players.some((player) => player[side] && player[side].points !== 0)

const isChanged = ({ before, after }: Player) =>
  before?.points !== after?.points || before?.rank !== after?.rank

const hasHere = ({ before, after }: Player) => (before?.here ?? after?.here) !== undefined

/** A result that is dropped changes only what its sport gives. */
const isShown = (player: Player) => isChanged(player) || player.before?.here !== player.after?.here
