import { useQuery } from '@tanstack/react-query'
import { query } from '../../server/api.ts'
import { serverTrouble, useMailServer } from './mail-server.ts'

/** What to say of mail to players beside or instead of who gets it. Null while it is not known whether mail goes out. */
export function useMailOutcome(): ((sentence: string) => string) | null {
  const { data: settings } = useQuery(query('GET /admin/settings'))
  const server = useMailServer()
  if (!settings || !server) return null
  if (settings.email_notifications_enabled !== 'true') {
    return () => 'Email notifications are off, so nobody gets mail.'
  }
  const trouble = serverTrouble(server)
  const none = server.delivery === 'dev' ? 'No mail server is set, so mail is only kept under Mail.' : ''
  return (sentence) => `${sentence} ${trouble ? `${trouble}.` : none}`.trim()
}

export function MailOutcome({ sentence }: { sentence: string }) {
  const outcome = useMailOutcome()
  return outcome && <span>{outcome(sentence)}</span>
}
