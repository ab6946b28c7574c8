import { useForm } from 'react-hook-form'
import { api } from '../../../server/api.ts'
import { ClientError, errorText } from '../../../server/request.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextInput } from '../../../ui/form/inputs.tsx'
import { Hint } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { checkEmail } from '../../account/account-rules.ts'
import { useCommand } from '../../command/command.ts'
import { field } from '../../command/field.ts'
import { FormProblem, showProblems } from '../../command/form-problems.tsx'
import styles from '../settings-page.module.css'

const fallback = 'Failed to send test email. Check your SMTP configuration.'

export function TestEmailCard({ email }: { email: string }) {
  const form = useForm({ defaultValues: { email } })
  const { errors } = form.formState
  const send = useCommand({
    send: (email: string) => api('POST /admin/test-email', { email }),
    fallback,
    onProblem: (error) => {
      if (error instanceof ClientError && typeof error.details === 'string') {
        const message = [errorText(error, fallback), error.details].join(' ')
        form.setError('root', { type: 'server', message })
      } else showProblems(form, error, fallback)
    },
  })
  return (
    <Card title="Test Email">
      <Hint size="m" above>
        Find out whether mail from this server arrives.
      </Hint>
      <form noValidate onSubmit={form.handleSubmit((values) => send.run(values.email.trim()))}>
        <div className={styles.test}>
          <TextInput
            label="Send to"
            type="email"
            autoComplete="email"
            {...field(form, 'email', {
              validate: checkEmail,
            })}
          />
          <Button type="submit" variant="secondary" busy={send.busy}>
            Send Test Email
          </Button>
        </div>
        {errors.root ? (
          <div className={styles.outcome}>
            <FormProblem text={errors.root.message} />
          </div>
        ) : (
          send.answer &&
          !send.busy && (
            <div className={styles.outcome}>
              <Notice tone="success">Test email sent to {send.answer.sentTo}</Notice>
            </div>
          )
        )}
      </form>
    </Card>
  )
}
