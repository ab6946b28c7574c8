import { useQuery } from '@tanstack/react-query'
import type { MailServer } from '../../../api/contract/outbox.ts'
import { query } from '../../server/api.ts'
import { formatClock } from '../calendar.ts'

/** Soon enough to belong to what has just been done. */
const askedEveryMs = 10_000

export const useMailServer = () =>
  useQuery({ ...query('GET /admin/mail-server'), refetchInterval: askedEveryMs }).data

/** `The mail server does not answer: 9 mails wait, next try 7:09 AM`, or empty. */
export const serverTrouble = (server: MailServer | undefined): string =>
  server?.trouble ? `${server.trouble.sentence}, next try ${formatClock(server.trouble.nextTryAt)}` : ''
