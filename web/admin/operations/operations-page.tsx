import { useQuery } from '@tanstack/react-query'
import { Navigate, useOutletContext } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import { query } from '../../server/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { ExportCard } from './export-card.tsx'
import { OperationCard } from './operation-card.tsx'
import { RebuildCard } from './rebuild-card.tsx'
import { VerifyCard } from './verify-card.tsx'

const watchedEveryMs = 500
/** For an operation that another process runs. */
const watchedElsewhereEveryMs = 3_000

export function OperationsPage() {
  const me = useOutletContext<Me>()
  return me.isMainAdmin ? <OperationsForMain /> : <Navigate to="/admin" replace />
}

function OperationsForMain() {
  const operations = useQuery({
    ...query('GET /admin/operations'),
    refetchInterval: ({ state: { data } }) => {
      if (data?.operation?.state === 'running') return watchedEveryMs
      return data?.runsElsewhere ? watchedElsewhereEveryMs : false
    },
  })
  return (
    <>
      <PageHead
        title="Operations"
        text="Check the whole league against its log, rebuild its tables, or take it with you."
        actions={
          <ButtonLink to="/admin/settings" variant="secondary">
            Back to Settings
          </ButtonLink>
        }
      />
      <Loaded query={operations}>
        {({ operation, runsElsewhere, seal }) => {
          const running = operation?.state === 'running'
          return (
            <Stack gap={5}>
              {runsElsewhere && !running && (
                <Notice title="Another process is verifying or rebuilding">
                  One can run at a time. How far it is, that process says.
                </Notice>
              )}
              {operation && <OperationCard operation={operation} />}
              <VerifyCard seal={seal} running={running || runsElsewhere} />
              <RebuildCard running={running || runsElsewhere} />
              <ExportCard />
            </Stack>
          )
        }}
      </Loaded>
    </>
  )
}
