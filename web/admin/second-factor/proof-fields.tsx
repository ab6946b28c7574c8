import { useFormContext } from 'react-hook-form'
import type { SecondFactor, SetupBody } from '../../../api/contract/second-factor.ts'
import { TextInput } from '../../ui/form/inputs.tsx'
import { field } from '../command/field.ts'
import { CodeInput, codeNeeded } from './code-input.tsx'

type Proof = Required<SetupBody>

export const noProof: Proof = { code: '', currentPassword: '' }

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
  const form = useFormContext<Proof>()
  return (
    <>
      {asksPassword && (both || !isOn) && (
        <TextInput
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...field(form, 'currentPassword', { required: 'Password is required' })}
        />
      )}
      {isOn && <CodeInput {...field(form, 'code', codeNeeded)} autoFocus={autoFocus} />}
    </>
  )
}

export const proofOf = ({ code, currentPassword }: Proof): SetupBody => ({
  ...(code && { code }),
  ...(currentPassword && { currentPassword }),
})
