import { useState } from 'react'
import type { Session } from '../../../api/contract/sessions.ts'
import { api, calling, query } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Hint, Lines, Row } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Asked } from '../../ui/waiting/loaded.tsx'
import { shownInPlace, useCommand } from '../command/command.ts'
import { CommandDialog } from '../command/command-dialog.tsx'
import { Moment } from '../parts/moment.tsx'

const fallback = 'Failed to sign out'

export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const end = useCommand({ send: calling('DELETE /auth/sessions/{id}'), fallback, onProblem: shownInPlace })
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog
      title="Where You Are Signed In"
      description="If you do not recognize one of these, sign out everywhere and change your password or email."
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Sign Out Everywhere
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Asked of={query('GET /auth/sessions')} rows={2}>
        {(all) => (
          <Lines>
            {all.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={end.busy}
                onEnd={() => end.run(session.id)}
              />
            ))}
          </Lines>
        )}
      </Asked>
      {end.problem && <Notice tone="danger">{end.problem}</Notice>}
      {isAsking && (
        <CommandDialog
          title="Sign out everywhere?"
          text="You are signed out here too, and sign in again."
          action="Sign Out Everywhere"
          danger
          send={async () => {
            await api('DELETE /auth/sessions')
            // Now: this session has ended too, so no request may use it.
            useSession.getState().signOut()
          }}
          fallback={fallback}
          success="You are signed out everywhere"
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}

type SessionRowProps = { session: Session; busy: boolean; onEnd: () => void }

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { device, network, created_at, last_used_at, isCurrent } = session
  return (
    <Row as="li" gap={4} justify="space-between" wraps={false}>
      <div>
        <strong>{device}</strong> from {network}
        <Hint as="div">
          Since <Moment of={created_at} />, last used <Moment of={last_used_at} />
        </Hint>
      </div>
      {isCurrent ? (
        <Badge tone="info">This one</Badge>
      ) : (
        <SmallButton
          variant="quiet"
          busy={busy}
          aria-label={`Sign Out: ${device} from ${network}`}
          onClick={onEnd}
        >
          Sign Out
        </SmallButton>
      )}
    </Row>
  )
}
