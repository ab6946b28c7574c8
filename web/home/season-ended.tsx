import { useQuery } from '@tanstack/react-query'
import type { Season } from '#api/contract/seasons'
import { getPublicWinners } from '../client.ts'
import { Podium } from './podium.tsx'
import styles from './season-ended.module.css'

export function SeasonEnded({ season }: { season: Season }) {
  const { data: winners = [], isPending } = useQuery({
    queryKey: ['public', 'winners', season.id],
    queryFn: () => getPublicWinners(season.id),
  })
  const scored = winners.some((winner) => winner.total_points > 0)
  return (
    <section className={styles.banner} aria-labelledby="season-ended">
      <h2 id="season-ended">Season Ended!</h2>
      {scored && <p className={styles.text}>Here is how {season.name} finished.</p>}
      {scored && <Podium winners={winners} />}
      {!scored && !isPending && (
        <p className={styles.text}>
          Nobody scored any points in {season.name}, so nobody stands on the podium.
        </p>
      )}
    </section>
  )
}
