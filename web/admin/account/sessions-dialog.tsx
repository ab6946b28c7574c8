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
import { Moment } from '../parts/moment.tsx'

const fallback = 'Failed to sign out'

export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const end = useCommand({ send: calling('DELETE /auth/sessions/{id}'), fallback, onProblem: shownInPlace })
  const everywhere = useCommand({
    send: async () => {
      await api('DELETE /auth/sessions')
      // Now: this session has ended too, so no request may use it.
      useSession.getState().signOut()
    },
    fallback,
    onProblem: shownInPlace,
  })
  const problem = end.problem ?? everywhere.problem
  return (
    <Dialog
      title="Where You Are Signed In"
      description="If you do not recognize one of these, sign out everywhere and change your password or email."
      busy={everywhere.busy}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" disabled={everywhere.busy} onClick={onClose}>
            Close
          </Button>
          <Button variant="danger" busy={everywhere.busy} onClick={() => everywhere.run()}>
            Sign Out Everywhere
          </Button>
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
      {problem && <Notice tone="danger">{problem}</Notice>}
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
