import { useState } from 'react'
import type { LastMail as Mail, RoundMail } from '../../../api/contract/round-mail.ts'
import { copyText } from '../../browser/clipboard.ts'
import { useNotices } from '../../notices.ts'
import { api } from '../../server/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Hint, Row, Stack } from '../../ui/layout.tsx'
import { MoreMenu } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCommand } from '../command/command.ts'
import { MailBadge } from '../outbox/mail-badge.tsx'
import { mailName } from '../outbox/mail-names.ts'
import { Moment } from '../parts/moment.tsx'

type RoundMailRowProps = {
  roundId: number
  player: RoundMail['participants'][number]
  /** Links work and reminders go out only while the sport is open. */
  open: boolean
  /** Its lock time has passed. */
  isOver: boolean
  /** From admins: to copy a link counts as looking at the pick. */
  isSealed: boolean
}

export function RoundMailRow({ roundId, player, open, isOver, isSealed }: RoundMailRowProps) {
  const { id, name, hasPicked, hasAddress, remindersDeclined, mail_refused } = player
  const remind = useCommand({
    send: () => api('POST /admin/rounds/{id}/participants/{playerId}/remind', roundId, id),
    fallback: 'Failed to send reminder',
    success: ({ message }) => message,
  })
  const resend = useCommand({
    send: () => api('POST /admin/rounds/{id}/participants/{playerId}/resend-link', roundId, id),
    fallback: 'Failed to send the link',
    success: ({ message }) => message,
  })
  const link = usePickLink(roundId, id)
  const [asked, setAsked] = useState(false)
  const mayRemind = !hasPicked && hasAddress && !remindersDeclined && !mail_refused
  return (
    <Row as="li" align="start" wraps={false} grows>
      <Stack gap={1}>
        <Row as="p" gap={2}>
          <strong translate="no">{name}</strong>
          <Badge tone={hasPicked ? 'success' : 'warning'}>
            {hasPicked ? 'Picked' : isOver ? 'No pick' : 'Not yet'}
          </Badge>
          {remindersDeclined && <Badge>No reminders</Badge>}
        </Row>
        {hasAddress ? <LastMail mail={player.lastMail} /> : <Hint>No email address</Hint>}
        {asked && !link.url && (
          <Notice
            tone="warning"
            action={
              <SmallButton variant="danger" busy={link.busy} onClick={link.copy}>
                Copy All the Same
              </SmallButton>
            }
          >
            The link opens a pick that is hidden from admins. Everybody will see that you copied it, and{' '}
            {name} gets a mail.
          </Notice>
        )}
        <CopiedLink of={name} url={link.url} />
      </Stack>
      {open && (
        <MoreMenu
          label={`Actions for ${name}`}
          busy={remind.busy || resend.busy || link.busy}
          items={[
            mayRemind && { text: 'Send Reminder', onClick: remind.run },
            hasAddress && { text: 'Send Link Again', onClick: resend.run },
            { text: 'Copy Pick Link', onClick: () => (isSealed ? setAsked(true) : link.copy()) },
          ]}
        />
      )}
    </Row>
  )
}

function LastMail({ mail }: { mail: Mail | null }) {
  if (!mail) return <Hint>No mail yet</Hint>
  const { template, state, at, reply } = mail
  const isGood = state === 'sent' || state === 'kept' || state === 'queued'
  return (
    <>
      <Hint>
        {mailName(template)} <MailBadge state={state} /> <Moment of={at} />
      </Hint>
      {reply && !isGood && <Hint>{reply}</Hint>}
    </>
  )
}

function usePickLink(roundId: number, playerId: number) {
  const [url, setUrl] = useState<string | null>(null)
  const { run, busy } = useCommand({
    send: async () => {
      const answer = await api('POST /admin/rounds/{id}/participants/{playerId}/link', roundId, playerId)
      const copied = await copyText(answer.url)
      return { ...answer, copied }
    },
    fallback: 'Failed to copy the link',
    onDone: (answer) => {
      setUrl(answer.url)
      if (answer.copied) useNotices.getState().show('success', 'The link is in your clipboard')
    },
  })
  return { url, busy, copy: () => run() }
}

function CopiedLink({ of, url }: { of: string; url: string | null }) {
  if (!url) return null
  return (
    <TextInput
      label={`Pick link of ${of}`}
      hint={`Anyone who has it can pick as ${of}.`}
      value={url}
      readOnly
      onFocus={(event) => event.target.select()}
    />
  )
}
