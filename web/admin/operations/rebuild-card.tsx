import { useState } from 'react'
import { startRebuild } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import styles from './operations-page.module.css'

export function RebuildCard({ running }: { running: boolean }) {
  const [asked, setAsked] = useState(false)
  const { run, busy, problem } = useCommand({
    send: startRebuild,
    fallback: 'Failed to start the rebuild',
    onDone: () => setAsked(false),
    onProblem: shownInPlace,
  })
  return (
    <Card title="Rebuild">
      <p className={styles.lead}>
        Builds every table anew from the log. Needed only when a verification finds a table that differs.
      </p>
      <Button variant="secondary" busy={running} onClick={() => setAsked(true)}>
        Start Rebuild
      </Button>
      {asked && (
        <ConfirmDialog
          title="Rebuild all tables?"
          action="Rebuild"
          busy={busy}
          problem={problem}
          onConfirm={run}
          onClose={() => setAsked(false)}
        >
          Everything on every screen is computed once more from the log. The log itself stays as it is.
        </ConfirmDialog>
      )}
    </Card>
  )
}
