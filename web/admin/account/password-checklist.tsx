import { Columns } from '../../ui/layout.tsx'
import styles from './account.module.css'
import { passwordRules } from './password-rules.ts'

export function PasswordChecklist({ password }: { password: string }) {
  return (
    <Columns as="span" gap={1} least={10}>
      {passwordRules.map(({ text, breach }) => (
        <span key={text} className={styles.rule} data-done={password !== '' && !breach(password)}>
          {text}
        </span>
      ))}
    </Columns>
  )
}
