import { useQuery } from '@tanstack/react-query'
import { Navigate, useOutletContext } from 'react-router'
import type { Me } from '#api/contract/auth'
import { ButtonLink } from '../../ui/button.tsx'
import { operationsQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { PageHead } from '../area/page-head.tsx'
import { ExportCard } from './export-card.tsx'
import { OperationCard } from './operation-card.tsx'
import styles from './operations-page.module.css'
import { RebuildCard } from './rebuild-card.tsx'
import { VerifyCard } from './verify-card.tsx'

const watchedEveryMs = 500

/** What concerns the league as a whole. For the main admin alone. */
export function OperationsPage() {
  const me = useOutletContext<Me>()
  return me.isMainAdmin ? <OperationsForMain /> : <Navigate to="/admin" replace />
}

function OperationsForMain() {
  const operations = useQuery({
    ...operationsQuery,
    refetchInterval: ({ state }) => state.data?.operation?.state === 'running' && watchedEveryMs,
  })
  return (
    <>
      <PageHead
        title="Operations"
        text="Check the whole league against its log, build its tables anew, or take it with you."
        actions={
          <ButtonLink to="/admin/settings" variant="secondary">
            Back to Settings
          </ButtonLink>
        }
      />
      <Loaded query={operations}>
        {({ operation, seal }) => (
          <div className={styles.cards}>
            {operation && <OperationCard operation={operation} />}
            <VerifyCard seal={seal} running={operation?.state === 'running'} />
            <RebuildCard running={operation?.state === 'running'} />
            <ExportCard />
          </div>
        )}
      </Loaded>
    </>
  )
}
