import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useOutletContext } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import { api, file, query } from '../../server/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hint, Row, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { DownloadButton } from '../parts/download-button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { BackupsCard } from './backups-card.tsx'
import { OperationCard } from './operation-card.tsx'
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
        text="Back up the whole league, check it against its log, rebuild its tables, or export it."
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
                <Notice title="Another process is at work on the league">
                  Only one can run at a time. Look there for its progress.
                </Notice>
              )}
              {operation && <OperationCard operation={operation} />}
              <BackupsCard running={running || runsElsewhere} />
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

function RebuildCard({ running }: { running: boolean }) {
  const [asked, setAsked] = useState(false)
  return (
    <Card title="Rebuild">
      <Hint size="m" above>
        Rebuilds every table from the log. You need this only if a verification finds a difference.
      </Hint>
      <Button variant="secondary" busy={running} onClick={() => setAsked(true)}>
        Start Rebuild
      </Button>
      {asked && (
        <CommandDialog
          title="Rebuild all tables?"
          text="Everything on every screen is computed again from the log. The log itself does not change."
          action="Rebuild"
          send={() => api('POST /admin/operations/rebuild', {})}
          fallback="Failed to start the rebuild"
          onClose={() => setAsked(false)}
        />
      )}
    </Card>
  )
}

function ExportCard() {
  return (
    <Card title="Export">
      <Hint size="m" above>
        The whole log in one file, which another server can import. It has everyone’s name and address, so
        keep it safe. The file without names calls a person “Player 12” and leaves out messages, reasons and
        seals. Each export is in the history and, if a sport is open, on the public Changes page.
      </Hint>
      <Row>
        <ExportButton personalData text="Download Export" />
        <ExportButton personalData={false} text="Download Without Names" />
      </Row>
    </Card>
  )
}

function ExportButton({ personalData, text }: { personalData: boolean; text: string }) {
  return (
    <DownloadButton
      text={text}
      fileName={personalData ? 'league.zip' : 'league-without-personal-data.zip'}
      ask={() => file('GET /admin/operations/export', { personalData })}
      fallback="Failed to download the export"
    />
  )
}
