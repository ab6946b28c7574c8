import { useFormContext } from 'react-hook-form'
import { fieldsOf } from '../../../api/contract/fields.ts'
import type { SecondFactor, SetupBody } from '../../../api/contract/second-factor.ts'
import { TextInput } from '../../ui/form/inputs.tsx'
import { field } from '../command/field.ts'
import { CodeInput } from './code-input.tsx'

type Proof = Required<SetupBody>

type ProofFieldsProps = {
  factor: SecondFactor
  autoFocus?: boolean
  /** A code does not replace the password. */
  both?: boolean
}

export function ProofFields({
  factor: { isOn, asksPassword },
  autoFocus = true,
  both = false,
}: ProofFieldsProps) {
  const form = { ...useFormContext<Proof>(), fields: fieldsOf('POST /auth/change-password') }
  return (
    <>
      {asksPassword && (both || !isOn) && (
        <TextInput
          label="Current password"
          type="password"
          autoComplete="current-password"
          autoFocus={autoFocus}
          {...field(form, 'currentPassword')}
        />
      )}
      {isOn && <CodeInput form={form} autoFocus={autoFocus} />}
    </>
  )
}

export const proofOf = ({ code, currentPassword }: Partial<Proof>): SetupBody => ({
  ...(code && { code }),
  ...(currentPassword && { currentPassword }),
})
