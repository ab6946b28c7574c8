import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, query } from '../../server/api.ts'
import { SmallButton } from '../../ui/button.tsx'
import { Box, Hint, Row } from '../../ui/layout.tsx'
import { useCommand } from '../command/command.ts'
import { CommandDialog } from '../command/command-dialog.tsx'

export function DevToolsBanner() {
  const { data: config } = useQuery({
    ...query('GET /public/config'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return config?.enableDevTools ? <DevTools /> : null
}

function DevTools() {
  const [clearing, setClearing] = useState(false)
  const seed = useCommand({
    send: () => api('POST /admin/seed/seed-test-data'),
    fallback: 'Failed to seed sample data',
    success: ({ message }) => message,
  })
  return (
    <Box as="aside" framed aria-label="Development tools">
      <Row justify="space-between">
        {seed.busy ? (
          <progress aria-label="Making sample data" />
        ) : (
          <Hint>
            <strong>Development tools</strong> A sample league to try things with: 15 players, 1 season, 11
            sports.
          </Hint>
        )}
        <Row gap={2}>
          <SmallButton busy={seed.busy} onClick={() => seed.run()}>
            Seed Sample Data
          </SmallButton>
          <SmallButton disabled={seed.busy} onClick={() => setClearing(true)}>
            Delete Sample Data
          </SmallButton>
        </Row>
      </Row>
      {clearing && <ClearDialog onClose={() => setClearing(false)} />}
    </Box>
  )
}

function ClearDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [isClearing, setClearing] = useState(false)
  return (
    <CommandDialog
      title="Delete the sample data?"
      text="This deletes the players, season and sports that Seed Sample Data created. Everything you added yourself stays."
      action="Delete Sample Data"
      danger
      send={async () => {
        setClearing(true)
        // Leaves the season's page first, so that nothing asks for a deleted season.
        await navigate('/admin/getting-started')
        return api('POST /admin/seed/clear-test-data').finally(() => setClearing(false))
      }}
      fallback="Failed to delete sample data"
      success={({ message }) => message}
      onClose={onClose}
    >
      {isClearing && <progress aria-label="Deleting the sample data" />}
    </CommandDialog>
  )
}
