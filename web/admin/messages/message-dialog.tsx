import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { fieldsOf } from '../../../api/contract/fields.ts'
import type { MessageBody, MessagePreview } from '../../../api/contract/messages.ts'
import type { Season } from '../../../api/contract/seasons.ts'
import { counted, listed } from '../../../domain/names.ts'
import { api, query } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Checkbox, Select, TextArea, TextInput } from '../../ui/form/inputs.tsx'
import { Box } from '../../ui/layout.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { type Form, useCommandForm } from '../command/command-form.ts'
import { choice, field } from '../command/field.ts'
import { DialogForm } from '../command/form-dialog.tsx'
import { MailOutcome } from '../outbox/mail-outcome.tsx'
import { PlayerChecklist } from '../players/player-checklist.tsx'
import styles from './messages.module.css'
import { SentMessage } from './sent-message.tsx'

type Values = Required<Pick<MessageBody, 'audience' | 'playerIds' | 'subject' | 'text'>> & {
  roundId: string
  replyTo: boolean
}

const audiences: Record<MessageBody['audience'], string> = {
  all: 'All active participants',
  not_picked: 'Those without a pick for a sport',
  picked: 'Those with a pick for a sport',
  chosen: 'Chosen players',
}

type MessageDialogProps = { season: Season; onClose: () => void }

export function MessageDialog({ season, onClose }: MessageDialogProps) {
  const [isRead, setRead] = useState(false)
  const form = useCommandForm({
    name: `message ${season.id}`,
    fields: fieldsOf('POST /admin/messages'),
    defaultValues: {
      audience: 'all',
      roundId: '',
      playerIds: [],
      subject: '',
      text: '',
      replyTo: true,
    } as Values,
    send: (values) => api('POST /admin/messages', bodyOf(season, values)),
    fallback: 'Failed to send the message',
  })
  const body = bodyOf(season, form.watch())
  const preview = useQuery({
    queryKey: ['admin', 'previews', 'message', body],
    queryFn: () => api('POST /admin/previews/message', body),
    enabled: isRead && form.answer === undefined,
    gcTime: 0,
  })
  if (form.answer) return <SentMessage sent={form.answer} onClose={onClose} />
  return (
    <Dialog
      onClose={onClose}
      busy={form.busy}
      title={`Write to the Players of ${season.name}`}
      description={
        <MailOutcome sentence="The message waits for a minute, and you can withdraw it until then. Each address gets one mail." />
      }
    >
      {isRead ? (
        <DialogForm
          form={form}
          action="Send"
          disabled={!preview.data || preview.data.mails === 0}
          onBack={() => setRead(false)}
        >
          <Loaded query={preview}>{(loaded) => <Read {...loaded} />}</Loaded>
        </DialogForm>
      ) : (
        <DialogForm form={{ ...form, submit: form.handleSubmit(() => setRead(true)) }} action="Preview">
          <AudienceFields form={form} season={season} />
          <TextInput label="Subject" autoComplete="off" {...field(form, 'subject')} />
          <TextArea label="Message" rows={8} {...field(form, 'text')} />
          <Checkbox
            label="Answers go to me"
            hint={`Players can answer to ${useSession.getState().admin?.email ?? 'your address'}.`}
            {...form.register('replyTo')}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}

const isOfPicks = (audience: MessageBody['audience']) => audience === 'picked' || audience === 'not_picked'

const bodyOf = (
  { id }: Season,
  { audience, roundId, playerIds, subject, text, replyTo }: Values,
): MessageBody => ({
  ...{ seasonId: id, audience, subject: subject.trim(), text: text.trim() },
  ...(isOfPicks(audience) && { roundId: Number(roundId) }),
  ...(audience === 'chosen' && { playerIds }),
  ...(replyTo && { replyTo }),
})

function AudienceFields({ form, season }: { form: Form<Values>; season: Season }) {
  const { data: rounds = [] } = useQuery(query('GET /admin/rounds/season/{id}', season.id))
  const { data: participants = [] } = useQuery(query('GET /admin/season-participants/{seasonId}', season.id))
  const audience = form.watch('audience')
  const sports = rounds.filter(({ status }) => status !== 'draft')
  return (
    <>
      <Select label="To" {...choice(form, 'audience')}>
        {Object.entries(audiences).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      {isOfPicks(audience) && (
        <Select
          label="Sport"
          names={sports.map(({ id, sport_name }) => [id, sport_name])}
          {...choice(form, 'roundId', { needed: 'Choose a sport' })}
        >
          <option value="">Choose a sport</option>
        </Select>
      )}
      {audience === 'chosen' && (
        <PlayerChecklist
          label="Players"
          players={participants.filter(({ is_active }) => is_active === 1)}
          chosen={form.watch('playerIds')}
          onChange={(chosen) => form.setValue('playerIds', chosen, { shouldDirty: true })}
        />
      )}
    </>
  )
}

function Read({ mails, households, withoutAddress, declined, text }: MessagePreview) {
  return (
    <>
      <p>
        <strong>{mails === 0 ? 'Nobody would get this message.' : counted(mails, 'mail')}</strong>
        {households > 0 && `, ${households} of them to a shared address`}
      </p>
      <Names of={withoutAddress}>No address that takes mail:</Names>
      <Names of={declined}>Want no messages:</Names>
      <Box framed>
        <p className={styles.text} translate="no">
          {text}
        </p>
      </Box>
    </>
  )
}

function Names({ of, children }: { of: string[]; children: ReactNode }) {
  if (of.length === 0) return null
  return (
    <p>
      {children} <span translate="no">{listed(of)}</span>
    </p>
  )
}
