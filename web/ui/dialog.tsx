import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNotices } from '../notices.ts'
import styles from './dialog.module.css'

/** By then the library has returned the focus, if it could. */
const focusReturnsMs = 100

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** Inside a form, put the buttons into the form instead. */
  actions?: ReactNode
  /** A dialog that is saving stays open. */
  busy?: boolean
  children?: ReactNode
}

export function Dialog({ open, onClose, title, description, actions, busy = false, children }: DialogProps) {
  const dismissSuccesses = useNotices((state) => state.dismissSuccesses)
  // On a small screen notices would cover the dialog's buttons.
  useEffect(() => {
    if (open) dismissSuccesses()
  }, [open, dismissSuccesses])
  useFocusKept()
  const popup = useRef<HTMLDivElement>(null)
  // By touch the keyboard would cover the form.
  const initialFocus = (openedBy: string) => openedBy === 'touch' || (firstField(popup.current) ?? true)
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => !next && !busy && onClose()} disablePointerDismissal>
        <Base.Portal>
          <Base.Backdrop className={styles.backdrop} />
          <Base.Viewport className={styles.viewport}>
            <Base.Popup className={styles.popup} ref={popup} initialFocus={initialFocus}>
              <header className={styles.head}>
                <Base.Title>{title}</Base.Title>
                <Base.Close className={styles.close} aria-label="Close" disabled={busy}>
                  ✕
                </Base.Close>
              </header>
              {description && (
                <Base.Description className={styles.description}>{description}</Base.Description>
              )}
              {children}
              {actions && <DialogActions>{actions}</DialogActions>}
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

const firstField = (popup: HTMLElement | null) =>
  popup?.querySelector<HTMLElement>('[data-initial-focus]') ??
  popup?.querySelector<HTMLElement>('input, select, textarea')

/** The action may have removed what opened the dialog. Then the focus goes to the page's content, not to its top. */
function useFocusKept() {
  useEffect(
    () => () => {
      setTimeout(() => {
        const { activeElement, body } = document
        if (!activeElement || activeElement === body)
          document.getElementById('content')?.focus({ preventScroll: true })
      }, focusReturnsMs)
    },
    [],
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
