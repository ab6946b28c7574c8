import { useQuery } from '@tanstack/react-query'
import type { Session } from '../../../api/contract/sessions.ts'
import { api, calling, query } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { shownInPlace, useCommand } from '../command/command.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Moment } from '../parts/moment.tsx'
import styles from './account.module.css'

const fallback = 'Failed to sign out'

export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useQuery(query('GET /auth/sessions'))
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
      open
      title="Where You Are Signed In"
      description="If you do not know one of these, sign out everywhere and change how you sign in."
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
      <Loaded query={sessions} rows={2}>
        {(all) => (
          <ul className={styles.sessions}>
            {all.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={end.busy}
                onEnd={() => end.run(session.id)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {problem && <Notice tone="danger">{problem}</Notice>}
    </Dialog>
  )
}

type SessionRowProps = { session: Session; busy: boolean; onEnd: () => void }

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { device, network, created_at, last_used_at, isCurrent } = session
  return (
    <li className={styles.session}>
      <span>
        <strong>{device}</strong> from {network}
        <span className={styles.times}>
          Since <Moment of={created_at} />, last used <Moment of={last_used_at} />
        </span>
      </span>
      {isCurrent ? (
        <Badge tone="info">This one</Badge>
      ) : (
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          aria-label={`Sign Out: ${device} from ${network}`}
          onClick={onEnd}
        >
          Sign Out
        </Button>
      )}
    </li>
  )
}
