import { type FormEvent, useState } from 'react'
import { api } from '../server/api.ts'
import { errorText } from '../server/request.ts'
import { useSingleMutation } from '../server/single-mutation.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextInput } from '../ui/form/inputs.tsx'
import { Stack } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'

/** The answer does not say whether the address is known. */
export function MyLinkPage() {
  const [email, setEmail] = useState('')
  const asking = useSingleMutation({ mutationFn: () => api('POST /public/my-link', { email: email.trim() }) })
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    asking.mutate(undefined)
  }
  return (
    <Page title="Get your link by mail" adminLink={false} width="narrow">
      <h1>Get your link by mail</h1>
      <p>
        Players need no password. Your link opens all your picks, and those of everybody who shares your
        address.
      </p>
      <Card>
        <Stack as="form" onSubmit={ask} noValidate>
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            hint="The address at which you get mail about picks."
            value={email}
            error={asking.error ? errorText(asking.error, 'The link was not mailed. Try again') : undefined}
            onChange={(event) => setEmail(event.target.value)}
          />
          <div>
            <Button type="submit" busy={asking.isPending}>
              Mail Me My Link
            </Button>
          </div>
          {asking.data && <Notice tone="success">{asking.data.message}.</Notice>}
        </Stack>
      </Card>
    </Page>
  )
}
