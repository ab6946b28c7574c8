import { fieldsOf } from '../../../../api/contract/fields.ts'
import { api } from '../../../server/api.ts'
import { ClientError, errorText } from '../../../server/request.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextInput } from '../../../ui/form/inputs.tsx'
import { Hint, Row, Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { checkEmail } from '../../account/account-rules.ts'
import { useCommandForm } from '../../command/command-form.ts'
import { field } from '../../command/field.ts'
import { FormProblem } from '../../command/form-problems.tsx'

const fallback = 'Failed to send test email. Check your SMTP configuration.'

export function TestEmailCard({ email }: { email: string }) {
  const form = useCommandForm({
    fields: fieldsOf('POST /admin/test-email'),
    defaultValues: { email },
    send: (entered) => api('POST /admin/test-email', { email: entered.email.trim() }),
    fallback,
    onProblem: (error, { setError }) => {
      if (!(error instanceof ClientError && typeof error.details === 'string')) return false
      setError('root', { type: 'server', message: [errorText(error, fallback), error.details].join(' ') })
      return true
    },
  })
  return (
    <Card title="Test Email">
      <Hint size="m" above>
        Find out whether mail from this server arrives.
      </Hint>
      <Stack as="form" noValidate onSubmit={form.submit}>
        <Row gap={4} align="end" grows>
          <TextInput
            label="Send to"
            type="email"
            autoComplete="email"
            {...field(form, 'email', { check: checkEmail })}
          />
          <Button type="submit" variant="secondary" busy={form.busy}>
            Send Test Email
          </Button>
        </Row>
        {form.problem ? (
          <FormProblem text={form.problem} />
        ) : (
          form.answer && !form.busy && <Notice tone="success">Test email sent to {form.answer.sentTo}</Notice>
        )}
      </Stack>
    </Card>
  )
}
