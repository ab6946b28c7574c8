import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { fieldsOf } from '../../api/contract/fields.ts'
import type { Invitation } from '../../api/contract/joining.ts'
import { counted } from '../../domain/names.ts'
import { formatMoment } from '../pick/moment.ts'
import { api, query } from '../server/api.ts'
import { ClientError, errorText } from '../server/request.ts'
import { useSingleMutation } from '../server/single-mutation.ts'
import { Page } from '../shell/page.tsx'
import { Button, SmallLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextInput } from '../ui/form/inputs.tsx'
import { Hint, Stack } from '../ui/layout.tsx'
import { Name, Time } from '../ui/name.tsx'
import { Notice } from '../ui/notice.tsx'
import { Loaded } from '../ui/waiting/loaded.tsx'

/** Where a join link leads. */
export function JoinPage() {
  const { token = '' } = useParams()
  const invitation = useQuery(query('GET /public/join/{token}', token))
  const { error } = invitation
  const isOver = error instanceof ClientError && [404, 410].includes(error.status)
  return (
    <Page title="Join" width="narrow" adminLink={false}>
      {isOver ? (
        <>
          <h1>Join</h1>
          <Notice tone="danger" action={<SmallLink to="/">See the standings</SmallLink>}>
            {error.message}.
          </Notice>
        </>
      ) : (
        <Loaded query={invitation} fallback="The season could not be loaded." blocks={2}>
          {(loaded) => <Invited token={token} invitation={loaded} />}
        </Loaded>
      )}
    </Page>
  )
}

type InvitedProps = { token: string; invitation: Invitation }

function Invited({ token, invitation }: InvitedProps) {
  const { seasonName, commissioner, playerCount, until, rules } = invitation
  const ask = useSingleMutation({
    mutationFn: (person: { name: string; email: string }) => api('POST /public/join/{token}', token, person),
  })
  return (
    <>
      <div>
        <h1>
          Join <Name of={seasonName} />
        </h1>
        <Hint size="m">
          {commissioner && (
            <>
              Commissioner: <Name of={commissioner} /> ·{' '}
            </>
          )}
          {playerCount === 0 ? 'No players yet' : counted(playerCount, 'player')}
          {until && (
            <>
              {' '}
              · Open until <Time of={until}>{formatMoment(until)}</Time>
            </>
          )}
        </Hint>
      </div>
      {ask.data ? (
        <Notice tone="success" title={ask.data.message}>
          {invitation.confirms && 'It may take a minute. If nothing comes, look among your spam.'}
        </Notice>
      ) : (
        <AskForm invitation={invitation} error={ask.error} busy={ask.isPending} onAsk={ask.mutate} />
      )}
      <Card title="Rules">
        <Stack as="ul" gap={2} marked>
          {rules.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Stack>
      </Card>
    </>
  )
}

const fields = fieldsOf('POST /public/join/{token}')

type AskFormProps = {
  invitation: Invitation
  error: Error | null
  busy: boolean
  onAsk: (person: { name: string; email: string }) => void
}

function AskForm({ invitation: { approval, confirms }, error, busy, onAsk }: AskFormProps) {
  const [isSent, setSent] = useState(false)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(true)
    if (name.trim() && email.trim()) onAsk({ name, email })
    else event.currentTarget.querySelector<HTMLInputElement>('input:placeholder-shown')?.focus()
  }
  const refusedAt = (field: string) =>
    error instanceof ClientError && Array.isArray(error.details)
      ? error.details.find((one) => one.field === field)?.message
      : undefined
  const isAtField = refusedAt('name') !== undefined || refusedAt('email') !== undefined
  return (
    <Card>
      <Stack as="form" noValidate onSubmit={submit}>
        <TextInput
          label="Your name"
          hint="As the others know you. It is in the standings."
          autoComplete="name"
          placeholder=" "
          maxLength={fields.name.maxLength}
          value={name}
          error={isSent && !name.trim() ? 'Please enter your name' : refusedAt('name')}
          onChange={({ target }) => setName(target.value)}
        />
        <TextInput
          label="Your email address"
          hint="Your links come to it. Only the admins see it."
          type="email"
          autoComplete="email"
          placeholder=" "
          maxLength={fields.email.maxLength}
          value={email}
          error={isSent && !email.trim() ? 'Please enter your email address' : refusedAt('email')}
          onChange={({ target }) => setEmail(target.value)}
        />
        {error && !isAtField && <Notice tone="danger">{errorText(error, 'This did not work.')}</Notice>}
        <Button type="submit" wide busy={busy}>
          Join
        </Button>
        <Hint>{whatFollows(approval, confirms)}</Hint>
      </Stack>
    </Card>
  )
}

function whatFollows(approval: Invitation['approval'], confirms: boolean) {
  if (!confirms) return 'An admin decides who joins. Addresses are not confirmed.'
  return approval === 'open'
    ? 'We mail you a link. Once you confirm your address with it, you take part.'
    : 'We mail you a link. Once you confirm your address with it, an admin decides who joins.'
}
