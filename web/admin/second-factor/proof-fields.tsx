import { useFormContext } from 'react-hook-form'
import type { SecondFactor, SetupBody } from '../../../api/contract/second-factor.ts'
import { TextInput } from '../../ui/inputs.tsx'
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
  const { register, formState } = useFormContext<Proof>()
  const { code, currentPassword } = formState.errors
  return (
    <>
      {asksPassword && (both || !isOn) && (
        <TextInput
          label="Current password"
          type="password"
          autoComplete="current-password"
          error={currentPassword?.message}
          {...register('currentPassword', { required: 'Password is required' })}
        />
      )}
      {isOn && <CodeInput field={register('code', codeNeeded)} error={code?.message} autoFocus={autoFocus} />}
    </>
  )
}

export const proofOf = ({ code, currentPassword }: Proof): SetupBody => ({
  ...(code && { code }),
  ...(currentPassword && { currentPassword }),
})
