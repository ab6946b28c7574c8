import { useForm } from 'react-hook-form'
import type { SetupBegun } from '../../../api/contract/second-factor.ts'
import { api } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import { FormProblem, showProblems } from '../command/form-problems.tsx'
import { AppCodeInput, codeNeeded } from './code-input.tsx'
import styles from './second-factor.module.css'

const fallback = 'Failed to turn on the second factor'

type ScanFormProps = { begun: SetupBegun; onCodes: (codes: string[]) => void }

export function ScanForm({ begun: { secret, qrCode }, onCodes }: ScanFormProps) {
  const form = useForm({ defaultValues: { code: '' } })
  const { errors } = form.formState
  const confirm = useCommand({
    send: async (code: string) => {
      const { token, recoveryCodes } = await api('POST /auth/second-factor/confirm', { code })
      // Now, because the old token no longer works.
      onCodes(recoveryCodes)
      useSession.getState().renew(token, {})
    },
    fallback,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <Stack as="form" noValidate onSubmit={form.handleSubmit(({ code }) => confirm.run(code))}>
      <p>Scan this with the app, or type the text below it. Then enter the code that the app shows.</p>
      <Stack gap={3} align="center">
        <img
          className={styles.qr}
          src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
          alt="QR code of the text below"
        />
        <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} name="Copy" />
      </Stack>
      <AppCodeInput {...field(form, 'code', codeNeeded)} />
      <FormProblem text={errors.root?.message} />
      <Button type="submit" wide busy={confirm.busy}>
        Turn On
      </Button>
    </Stack>
  )
}
