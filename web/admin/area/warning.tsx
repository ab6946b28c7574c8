import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { storage } from '../../browser/storage.ts'
import { useNotices } from '../../notices.ts'
import { query } from '../../server/api.ts'
import { SmallButton, SmallLink } from '../../ui/button.tsx'
import { correctionOf, failedMails, getNoMail, useMailTrouble } from '../outbox/failed-mail.ts'
import { serverTrouble, useMailServer } from '../outbox/mail-server.ts'
import styles from './warning.module.css'

/** They say the same at more length. */
const elsewhere = ['/admin', '/admin/mail']

/** At most one, on every screen, because links that never arrive are hard to explain. */
export function Warning({ main }: { main: boolean }) {
  const { pathname } = useLocation()
  const [closed, setClosed] = useState('')
  const warnings = useWarnings(main, setClosed)
  const today = new Date().toDateString()
  const isClosed = (key: string) => key === closed || storage.getItem(`closed: ${key}`) === today
  const isSaid = (key: string) => key !== 'off' && elsewhere.includes(pathname)
  const [key, text, to, action] = warnings.find(([key, text]) => text && !isClosed(key) && !isSaid(key)) ?? []
  if (!key) return null
  const close = () => {
    storage.setItem(`closed: ${key}`, today)
    setClosed(key)
  }
  return (
    <div className={styles.warning} data-tone="warning" role="status">
      <p>{text}</p>
      {to && to !== pathname && <SmallLink to={to}>{action}</SmallLink>}
      <SmallButton variant="quiet" aria-label="Close for today" onClick={close}>
        ✕
      </SmallButton>
    </div>
  )
}

/** Of one that does not apply the text is empty. */
function useWarnings(main: boolean, setClosed: (key: string) => void) {
  const { data: settings } = useQuery(query('GET /admin/settings'))
  const { failed, unreachable } = useMailTrouble(main)
  const trouble = useNewsOfTrouble(setClosed)
  const off = 'User notification emails are disabled'
  const offText = main ? off : `${off}. Please contact the main admin to enable them.`
  const isOff = settings?.email_notifications_enabled === 'false'
  const idsOf = (some: readonly { id: number | string }[]) => some.map(({ id }) => id).join()
  const [first] = unreachable
  return [
    ['off', isOff && offText, main && '/admin/settings/email', 'Email Settings'],
    ['mail server', trouble, main && '/admin/mail', 'Open Mail'],
    [idsOf(unreachable), first && getNoMail(unreachable), first && correctionOf(first), 'Correct Address'],
    [idsOf(failed), failedMails(failed), '/admin/mail?state=failed', 'Open Mail'],
  ] as const
}

/** Also a notice, when more mails wait than before. The next trouble is shown although this one was closed. */
function useNewsOfTrouble(setClosed: (key: string) => void) {
  const server = useMailServer()
  const text = serverTrouble(server)
  const mails = server?.trouble?.mails ?? 0
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (!server) return
    if (text && mails > (before.current ?? mails)) useNotices.getState().show('warning', text)
    before.current = mails
    if (!text) storage.removeItem('closed: mail server')
    if (!text) setClosed('')
  }, [server, mails, text, setClosed])
  return text
}
