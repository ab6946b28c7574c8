import { useState } from 'react'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hint } from '../../ui/layout.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'

export function RebuildCard({ running }: { running: boolean }) {
  const [asked, setAsked] = useState(false)
  return (
    <Card title="Rebuild">
      <Hint size="m" above>
        Rebuilds every table from the log. Needed only when a verification finds a table that differs.
      </Hint>
      <Button variant="secondary" busy={running} onClick={() => setAsked(true)}>
        Start Rebuild
      </Button>
      {asked && (
        <CommandDialog
          title="Rebuild all tables?"
          text="Everything on every screen is computed once more from the log. The log itself stays as it is."
          action="Rebuild"
          send={() => api('POST /admin/operations/rebuild', {})}
          fallback="Failed to start the rebuild"
          onClose={() => setAsked(false)}
        />
      )}
    </Card>
  )
}
