import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { UNSAFE_NavigationContext as Navigation } from 'react-router'
import { useAskBeforeUnload } from '../../browser/ask-before-unload.ts'
import { hasRestored } from '../../draft.ts'
import { useNotices } from '../../notices.ts'
import { Button } from '../button.tsx'
import { useBackCloses, useWayOn } from './back-closes.ts'
import styles from './dialog.module.css'

/** By then the library has returned the focus, if it could. */
const focusReturnsMs = 100

type DialogProps = {
  onClose: () => void
  title: string
  description?: ReactNode
  /** Inside a form, put the buttons into the form instead. */
  actions?: ReactNode
  /** A dialog that is saving stays open. */
  busy?: boolean
  /** A short question. */
  narrow?: boolean
  children?: ReactNode
}

export function Dialog({
  onClose,
  title,
  description,
  actions,
  busy = false,
  narrow,
  children,
}: DialogProps) {
  const dismissSuccesses = useNotices((state) => state.dismissSuccesses)
  // On a small screen notices would cover the dialog's buttons.
  useEffect(() => {
    dismissSuccesses()
  }, [dismissSuccesses])
  useFocusKept()
  const popup = useRef<HTMLDivElement>(null)
  const [opener] = useState(openerOf)
  const entered = useEntered(() => popup.current?.querySelector(FIELDS) != null)
  const [isAsking, setAsking] = useState(false)
  const leave = () => {
    if (busy) return
    if (entered.isChanged()) setAsking(true)
    else onClose()
  }
  useBackCloses(leave)
  useAskBeforeUnload(entered.isChanged)
  const wayOn = useWayOn()
  // By touch the keyboard would cover the form.
  const initialFocus = (openedBy: string) => openedBy === 'touch' || (firstField(popup.current) ?? true)
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open onOpenChange={(next) => !next && leave()} disablePointerDismissal>
        <Base.Portal>
          <Base.Backdrop className={styles.backdrop} forceRender />
          <Base.Viewport className={styles.viewport}>
            <Base.Popup
              className={styles.popup}
              data-narrow={narrow}
              ref={popup}
              initialFocus={initialFocus}
              finalFocus={() => (opener?.isConnected ? opener : (dialogBelow(popup.current) ?? true))}
              onFocusCapture={entered.note}
              onPointerDownCapture={entered.note}
            >
              <header className={styles.head}>
                <Base.Title>{title}</Base.Title>
                <Base.Close className={styles.close} aria-label="Close" disabled={busy}>
                  ✕
                </Base.Close>
              </header>
              {description && (
                <Base.Description className={styles.description}>{description}</Base.Description>
              )}
              <Navigation value={wayOn}>
                {children}
                {actions && <DialogActions>{actions}</DialogActions>}
              </Navigation>
              {isAsking && <DiscardDialog onDiscard={onClose} onClose={() => setAsking(false)} />}
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

/** What has the focus when a dialog opens, or the button of the menu that it is in. */
function openerOf(): HTMLElement | null {
  const { activeElement } = document
  const button = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button
    ? document.getElementById(button)
    : activeElement instanceof HTMLElement
      ? activeElement
      : null
}

/** It stays open where the action removed the button in it that opened this one. */
const dialogBelow = (popup: HTMLElement | null) =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog]')].findLast((dialog) => dialog !== popup)

/** Of a dialog without a field: what does no harm. */
const firstField = (popup: HTMLElement | null) =>
  [
    '[data-initial-focus]',
    'input:not([hidden]), select, textarea',
    '[type=submit]:enabled:not([data-variant=danger])',
    `.${styles.actions} :enabled`,
  ]
    .map((selector) => popup?.querySelector<HTMLElement>(selector))
    .find(Boolean)

function DiscardDialog({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <Dialog
      narrow
      onClose={onClose}
      title="Leave without saving?"
      description="What you entered here is not saved yet."
      actions={
        <>
          <Button variant="secondary" onClick={onDiscard}>
            Leave
          </Button>
          <Button data-initial-focus onClick={onClose}>
            Stay
          </Button>
        </>
      }
    />
  )
}

const FIELDS = 'input:not([type=search]), select, textarea'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What each field held when somebody first came to it. A search is nothing to lose. */
function useEntered(hasField: () => boolean) {
  const held = useRef(new Map<Control, string>())
  return {
    note: ({ target }: SyntheticEvent) => {
      const field = target instanceof Element ? (target.closest('label')?.control ?? target) : null
      if (isField(field) && !held.current.has(field)) held.current.set(field, contentOf(field))
    },
    isChanged: () =>
      [...held.current].some(([field, before]) => contentOf(field) !== before) ||
      (hasRestored() && hasField()),
  }
}

const isField = (element: Element | null): element is Control => element?.matches(FIELDS) ?? false

const contentOf = (field: Control) => ('checked' in field && field.checked ? `✓${field.value}` : field.value)

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

/** Asks first, as every other way out of the dialog does. */
export function DialogDismiss({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <Base.Close render={<Button variant="secondary" />} disabled={busy}>
      {children}
    </Base.Close>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
