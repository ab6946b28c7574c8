import { useQuery } from '@tanstack/react-query'
import { useOutletContext } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import { useKept } from '../../draft.ts'
import { useLocking } from '../../locking.ts'
import { query } from '../../server/api.ts'
import { Columns } from '../../ui/layout.tsx'
import { Asked, Loaded } from '../../ui/waiting/loaded.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { SportDialog } from '../sports/sport-dialog.tsx'
import { type Doing, NeedsYou } from './needs-you.tsx'
import { LastResults, NextLocks } from './sport-lists.tsx'
import { overviewOf } from './tasks.ts'

/** Time passes while the page is open, and players pick. */
const ASKED_EVERY_MS = 60_000

export function OverviewPage() {
  const me = useOutletContext<Me>()
  const rounds = useQuery({ ...query('GET /admin/rounds'), refetchInterval: ASKED_EVERY_MS })
  useLocking(rounds.data, rounds.refetch)
  const [doing, setDoing] = useKept<Doing | null>('overview', null)
  return (
    <>
      <PageHead title="Overview" text="What needs you now, what locks next and the latest results." />
      <Asked of={query('GET /admin/seasons')}>
        {(allSeasons) => (
          <Loaded query={rounds}>
            {(allRounds) => {
              const overview = overviewOf(allRounds, allSeasons, Date.now())
              return (
                <>
                  <NeedsYou overview={overview} main={me.isMainAdmin} onDo={setDoing} />
                  <Columns least={24} gap={5} align="start">
                    <NextLocks rounds={overview.nextLocks} hasSeason={overview.toFollow === undefined} />
                    <LastResults rounds={overview.lastResults} />
                  </Columns>
                </>
              )
            }}
          </Loaded>
        )}
      </Asked>
      {doing && <SportDialog {...doing} onClose={() => setDoing(null)} />}
    </>
  )
}
