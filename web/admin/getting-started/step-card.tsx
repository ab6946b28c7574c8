import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import styles from './getting-started-page.module.css'

type StepCardProps = {
  number: number
  title: string
  text: string
  button: string
  to: string
  about: string
  count: number
  done: boolean
  next: boolean
}

export function StepCard({ number, title, text, button, to, about, count, done, next }: StepCardProps) {
  return (
    <li className={styles.step} data-done={done} data-next={next}>
      <span className={styles.number} aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <div className={styles.words}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <Row spread>
        <ButtonLink to={to} variant={next ? 'primary' : 'secondary'}>
          {button}
        </ButtonLink>
        {done ? (
          <Badge tone="success">
            Done: {count} {count === 1 ? about.slice(0, -1) : about}
          </Badge>
        ) : (
          <Badge>To do</Badge>
        )}
      </Row>
    </li>
  )
}
