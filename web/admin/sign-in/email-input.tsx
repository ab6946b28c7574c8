import { SmallButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Box, Row } from '../../ui/layout.tsx'
import { checkEmail } from '../account/account-rules.ts'
import type { Form } from '../command/command-form.ts'
import { field } from '../command/field.ts'

export const EmailInput = ({ form }: { form: Form<{ email: string }> }) => (
  <TextInput
    label="Email"
    type="email"
    autoComplete="username"
    autoFocus
    {...field(form, 'email', { check: checkEmail })}
  />
)

type GivenEmailProps = { email: string; busy: boolean; onBack: () => void }

export const GivenEmail = ({ email, busy, onBack }: GivenEmailProps) => (
  <Box>
    <Row wraps={false} grows>
      <span translate="no">{email}</span>
      <SmallButton variant="quiet" disabled={busy} onClick={onBack}>
        Change
      </SmallButton>
    </Row>
  </Box>
)
