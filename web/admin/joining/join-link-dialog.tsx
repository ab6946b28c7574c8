import { useState } from 'react'
import { renderSVG } from 'uqr'
import { fieldsOf } from '../../../api/contract/fields.ts'
import type { JoinLink } from '../../../api/contract/joining.ts'
import type { Season } from '../../../api/contract/seasons.ts'
import { counted } from '../../../domain/names.ts'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Select, TextInput } from '../../ui/form/inputs.tsx'
import { Hint, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Asked } from '../../ui/waiting/loaded.tsx'
import { joinLinkQuery } from '../admin-queries.ts'
import { wallClock, zoneName } from '../calendar.ts'
import { CommandDialog } from '../command/command-dialog.tsx'
import { useCommandForm } from '../command/command-form.ts'
import { choice, field } from '../command/field.ts'
import { DialogForm } from '../command/form-dialog.tsx'
import { useMailServer } from '../outbox/mail-server.ts'
import { QrCode } from '../parts/qr-code.tsx'

type JoinLinkDialogProps = { season: Season; onClose: () => void }

export function JoinLinkDialog({ season, onClose }: JoinLinkDialogProps) {
  const [isClosing, setClosing] = useState(false)
  if (isClosing)
    return <CloseLinkDialog season={season} onClosed={onClose} onClose={() => setClosing(false)} />
  return (
    <Dialog
      onClose={onClose}
      title={`Join link of ${season.name}`}
      description="Anybody with the link can ask to join, with a name and an email address."
    >
      <Asked of={joinLinkQuery(season.id)} rows={2}>
        {(link) => (
          <Stack gap={5}>
            {link && <OpenLink link={link} />}
            <TermsForm season={season} link={link} onEnd={() => setClosing(true)} onSaved={onClose} />
          </Stack>
        )}
      </Asked>
    </Dialog>
  )
}

function OpenLink({ link: { url, waiting } }: { link: JoinLink }) {
  return (
    <Stack gap={3} align="center">
      <QrCode svg={renderSVG(url, { border: 4 })} of="link" text={url} copy="Copy Link">
        {url}
      </QrCode>
      {waiting > 0 && (
        <p>
          {counted(waiting, 'request')} {waiting === 1 ? 'waits' : 'wait'} in{' '}
          <Link to="/admin/users">Players</Link>.
        </p>
      )}
    </Stack>
  )
}

type TermsFormProps = { season: Season; link: JoinLink | null; onEnd: () => void; onSaved: () => void }

function TermsForm({ season, link, onEnd, onSaved }: TermsFormProps) {
  const isWithoutMail = useMailServer()?.delivery === 'dev'
  const form = useCommandForm({
    name: 'join link',
    fields: fieldsOf('POST /admin/seasons/{id}/join-link'),
    defaultValues: { approval: link?.approval ?? 'ask', until: link?.until ? localTime(link.until) : '' },
    send: ({ approval, until }) =>
      api('POST /admin/seasons/{id}/join-link', season.id, {
        approval,
        until: until === '' ? null : new Date(until).toISOString(),
      }),
    fallback: 'Failed to open the join link',
    // A link that was just opened is shown in place.
    ...(link && { success: () => 'The join link has its new terms', onDone: onSaved }),
  })
  return (
    <DialogForm
      action={link ? 'Save' : 'Open Link'}
      dismiss={link ? 'Done' : 'Cancel'}
      form={form}
      otherActions={
        link && (
          <Button variant="danger" disabled={form.busy} onClick={onEnd}>
            Close Link
          </Button>
        )
      }
    >
      <Select label="Who joins" {...choice(form, 'approval')}>
        <option value="ask">Whom an admin accepts</option>
        {!isWithoutMail && <option value="open">All with a confirmed address</option>}
      </Select>
      {isWithoutMail && (
        <Hint>There is no mail server, so addresses are not confirmed and an admin decides.</Hint>
      )}
      <TextInput
        label="Open until"
        type="datetime-local"
        hint={`Optional. In your time zone (${zoneName()}).`}
        {...field(form, 'until')}
      />
    </DialogForm>
  )
}

function CloseLinkDialog({ season, onClosed, onClose }: JoinLinkDialogProps & { onClosed: () => void }) {
  return (
    <CommandDialog
      title={`Close the join link of ${season.name}?`}
      text="The link and its QR code never work again, and the next link is another one. Requests that wait stay."
      action="Close Link"
      danger
      send={() => api('DELETE /admin/seasons/{id}/join-link', season.id)}
      fallback="Failed to close the join link"
      success="The join link is closed"
      onDone={onClosed}
      onClose={onClose}
    />
  )
}

/** By the clock of this device. */
const localTime = (instant: string) =>
  wallClock(instant, [{ from: '', minutes: -new Date(instant).getTimezoneOffset(), name: '' }])
