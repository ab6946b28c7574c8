import { type ComponentProps, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { needed } from '../command/field.ts'
import styles from './second-factor.module.css'

type CodeInputProps = Omit<ComponentProps<typeof TextInput>, 'label'>

/** Six digits from the app, for a numeric keyboard, or a recovery code. */
export function CodeInput(props: CodeInputProps) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <div className={styles.code}>
      {isRecovery ? <RecoveryCodeInput {...props} /> : <AppCodeInput {...props} />}
      <Button variant="quiet" size="small" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Use a code from the app' : 'Use a recovery code'}
      </Button>
    </div>
  )
}

export const AppCodeInput = (field: CodeInputProps) => (
  <TextInput
    key="app"
    label="Code from your app"
    hint="Six digits, which change every half minute."
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={10}
    autoFocus
    {...field}
  />
)

const RecoveryCodeInput = (field: CodeInputProps) => (
  <TextInput
    key="recovery"
    label="Recovery code"
    hint="One of the ten that you kept. Each works once."
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={40}
    autoFocus
    {...field}
  />
)

export const codeNeeded = needed('Code is required')
