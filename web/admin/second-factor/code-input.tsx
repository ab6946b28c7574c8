import { useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { fieldsOf } from '../../../api/contract/fields.ts'
import { SmallButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Stack } from '../../ui/layout.tsx'
import type { Form } from '../command/command-form.ts'
import { field } from '../command/field.ts'

type CodeInputProps<Values extends FieldValues> = { form: Form<Values>; autoFocus?: boolean }

/** Six digits from the app, for a numeric keyboard, or a recovery code. */
export function CodeInput<Values extends FieldValues & { code: string }>(props: CodeInputProps<Values>) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <Stack gap={2}>
      {isRecovery ? <RecoveryCodeInput {...props} /> : <AppCodeInput {...props} />}
      <div>
        <SmallButton variant="quiet" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use a Code from the App' : 'Use a Recovery Code'}
        </SmallButton>
      </div>
    </Stack>
  )
}

export const AppCodeInput = <Values extends FieldValues & { code: string }>(
  props: CodeInputProps<Values>,
) => (
  <TextInput
    key="app"
    label="Code from your app"
    hint="Six digits that change every 30 seconds."
    inputMode="numeric"
    autoComplete="one-time-code"
    {...codeField(props)}
  />
)

const RecoveryCodeInput = <Values extends FieldValues & { code: string }>(props: CodeInputProps<Values>) => (
  <TextInput
    key="recovery"
    label="Recovery code"
    hint="One of the ten you saved. Each works once."
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    {...codeField(props)}
  />
)

const codeField = <Values extends FieldValues>({ form, autoFocus = true }: CodeInputProps<Values>) => ({
  ...field({ ...form, fields: fieldsOf('POST /auth/second-factor/confirm') }, 'code' as Path<Values>, {
    needed: 'Code is required',
  }),
  autoFocus,
})
