import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../ui/button.tsx'
import styles from './leave-guard.module.css'

/**
 * The dialog is the browser's own element. The library's dialog weighs more than the rest of this page, and would
 * have to load over the network that just failed.
 */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const blocker = useBlocker(unsaved)
  const asking = blocker.state === 'blocked'
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  useEffect(() => {
    if (asking) dialog.current?.showModal()
    else dialog.current?.close()
  }, [asking])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="leave-guard"
      onClose={() => blocker.reset?.()}
    >
      <h2 id="leave-guard">Leave without saving?</h2>
      <p className={styles.text}>What you entered here is not saved yet.</p>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button autoFocus onClick={() => blocker.reset?.()}>
          Stay
        </Button>
      </div>
    </dialog>
  )
}
