import { useParams } from 'react-router'
import { api } from '../server/api.ts'
import { ClientError, errorText } from '../server/request.ts'
import { useSingleMutation } from '../server/single-mutation.ts'
import { Page } from '../shell/page.tsx'
import { Button, SmallLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Stack } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'

/** Where the link in the mail leads. Only the button confirms: mail scanners open links too. */
export function ConfirmPage() {
  const { token = '' } = useParams()
  const confirm = useSingleMutation({
    mutationFn: (confirmed: string) => api('POST /public/join-confirmations', { token: confirmed }),
  })
  const { data, error } = confirm
  const isOver = error instanceof ClientError && error.status === 404
  return (
    <Page title="Confirm your address" width="narrow" adminLink={false}>
      <h1>{data ? 'Thank you' : 'Confirm your address'}</h1>
      {data && (
        <Notice
          tone="success"
          title={data.message}
          action={<SmallLink to={`/?season=${data.seasonId}`}>See the standings</SmallLink>}
        >
          {data.joined && 'Links to pick with come by mail.'}
        </Notice>
      )}
      {error && <Notice tone="danger">{errorText(error, 'Your address could not be confirmed.')}</Notice>}
      {!data && !isOver && (
        <Card>
          <Stack>
            <p>You asked to join a season with this address.</p>
            <Button wide busy={confirm.isPending} onClick={() => confirm.mutate(token)}>
              Confirm
            </Button>
          </Stack>
        </Card>
      )}
    </Page>
  )
}
