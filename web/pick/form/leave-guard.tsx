import { useEffect, useRef } from 'react'
import { useAskBeforeUnload } from '../../browser/ask-before-unload.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/dialog/dialog.module.css'
import { Hint, Row } from '../../ui/layout.tsx'

/**
 * The dialog is the browser's own element. The library's dialog weighs more than the rest of this page, and would
 * have to load over the network that just failed.
 */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const mayLeave = useRef(false)
  useAskBeforeUnload(() => unsaved && !mayLeave.current)
  useEffect(() => {
    if (!unsaved) return
    const holdLink = (event: MouseEvent) => {
      const pressed = event.target instanceof Element ? event.target.closest('a') : null
      if (!pressed || mayLeave.current || !leadsAway(pressed)) return
      event.preventDefault()
      event.stopPropagation()
      link.current = pressed
      dialog.current?.showModal()
    }
    // Before the router hears of it.
    document.addEventListener('click', holdLink, true)
    return () => document.removeEventListener('click', holdLink, true)
  }, [unsaved])
  const stay = () => dialog.current?.close()
  const leave = () => {
    mayLeave.current = true
    link.current?.click()
  }
  return (
    <dialog ref={dialog} className={styles.popup} data-narrow aria-labelledby="leave-guard">
      <h2 id="leave-guard">Leave without saving?</h2>
      <Hint size="m" above>
        What you entered here is not saved yet.
      </Hint>
      <Row justify="end">
        <Button variant="secondary" onClick={leave}>
          Leave
        </Button>
        <Button autoFocus onClick={stay}>
          Stay
        </Button>
      </Row>
    </dialog>
  )
}

const leadsAway = ({ target, origin, pathname }: HTMLAnchorElement) =>
  target !== '_blank' && (origin !== location.origin || pathname !== location.pathname)
