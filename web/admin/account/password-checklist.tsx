import styles from './account.module.css'
import { passwordRules } from './password-rules.ts'

export function PasswordChecklist({ password }: { password: string }) {
  return (
    <span className={styles.rules}>
      {passwordRules.map(({ text, breach }) => (
        <span key={text} className={styles.rule} data-done={password !== '' && !breach(password)}>
          {text}
        </span>
      ))}
    </span>
  )
}
