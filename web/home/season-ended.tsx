import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Season, Winner } from '../../api/contract/seasons.ts'
import { playerTint } from '../../domain/tints.ts'
import { useHallTitle } from '../public-settings.ts'
import { query } from '../server/api.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Hint } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import styles from './season-ended.module.css'

/** The season has ended even when the winners could not be loaded. */
export function SeasonEnded({ season, winners }: { season: Season; winners: Winner[] | undefined }) {
  const { data: record } = useQuery(query('GET /public/seasons/{id}/record', season.id))
  const hall = useHallTitle()
  const scored = winners?.some((winner) => winner.total_points !== 0)
  const [first, ...others] = winners?.filter(({ place }) => place === 1) ?? []
  const champion = scored && others.length === 0 ? first : undefined
  return (
    <section
      className={styles.banner}
      data-tint={champion && playerTint(champion.user_id)}
      aria-labelledby="season-ended"
    >
      <h2 id="season-ended">Season Ended!</h2>
      {scored && (
        <Hint size="m">
          Here is how <Name of={season.name} /> finished.
        </Hint>
      )}
      {winners && scored && <Podium winners={winners} />}
      {scored === false && (
        <Hint size="m">
          Nobody scored any points in <Name of={season.name} />, so nobody is on the podium.
        </Hint>
      )}
      <Hint size="m">
        {scored && 'See the plate in the '}
        <Link to="/champions">{hall}</Link> ·{' '}
        <Link to={`/record?season=${season.id}`}>Changes{record?.count ? `: ${record.count}` : ''}</Link>
      </Hint>
    </section>
  )
}

const places = ['1st', '2nd', '3rd']

/** Players who tie share a step; a tie for second leaves no third. */
function Podium({ winners }: { winners: Winner[] }) {
  return (
    <ol className={styles.podium}>
      {places.map((label, at) => {
        const place = at + 1
        const holders = winners.filter((winner) => winner.place === place)
        const [first] = holders
        if (!first) return null
        return (
          <li key={label} className={styles.step} data-rank={place}>
            <div className={styles.who}>
              <p className={styles.avatars}>
                {holders.map(({ user_id, user_name }) => (
                  <Avatar key={user_id} id={user_id} name={user_name} />
                ))}
              </p>
              <p className={styles.names} translate="no">
                {holders.map(({ user_id, user_name }, index) => (
                  <Fragment key={user_id}>
                    <span className={styles.holder}>
                      <Link data-name to={`/players/${user_id}`}>
                        {user_name}
                      </Link>
                      {index < holders.length - 1 && <span> &amp;</span>}
                    </span>{' '}
                  </Fragment>
                ))}
              </p>
              <Hint size="m">
                <span translate="no">{first.total_points} pts</span>{' '}
                {holders.length > 1 && <Badge>Tie</Badge>}
              </Hint>
              {[...new Set(holders.flatMap(({ why = [] }) => why))].map((sentence) => (
                <Hint key={sentence}>{sentence}</Hint>
              ))}
            </div>
            <div className={styles.block}>{label}</div>
          </li>
        )
      })}
    </ol>
  )
}
