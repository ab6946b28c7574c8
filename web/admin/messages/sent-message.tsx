import { useEffect, useState } from 'react'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { shownInPlace, useCommand } from '../command/command.ts'
import { FormProblem } from '../command/form-problems.tsx'

const WITHDRAWABLE_MS = 60_000

type SentMessageProps = { sent: { id: number; message: string }; onClose: () => void }

export function SentMessage({ sent, onClose }: SentMessageProps) {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOut(true), WITHDRAWABLE_MS)
    return () => clearTimeout(timer)
  }, [])
  const { run, busy, problem } = useCommand({
    send: () => api('POST /admin/messages/{id}/withdraw', sent.id),
    fallback: 'Failed to withdraw the message',
    success: ({ message }) => message,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <Dialog
      narrow
      onClose={onClose}
      busy={busy}
      title="Message Sent"
      description={isOut ? 'It has gone out.' : `${sent.message}. You can withdraw it for a minute.`}
      actions={
        <>
          {!isOut && (
            <Button variant="secondary" busy={busy} onClick={() => run()}>
              Withdraw
            </Button>
          )}
          <Button data-initial-focus onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <FormProblem text={problem} />
    </Dialog>
  )
}
