import { PASSWORD_RULES } from '../../../domain/admins/password-rules.ts'
import { Columns } from '../../ui/layout.tsx'
import styles from './account.module.css'

export function PasswordChecklist({ password }: { password: string }) {
  return (
    <Columns as="span" gap={1} least={10}>
      {PASSWORD_RULES.map(([text, , breach]) => (
        <span key={text} className={styles.rule} data-done={password !== '' && !breach(password)}>
          {text}
        </span>
      ))}
    </Columns>
  )
}
