import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import card from '../../ui/card.module.css'
import { Hint, Row, Stack } from '../../ui/layout.tsx'
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
    <li className={`${card.card} ${styles.step}`} data-done={done} data-next={next}>
      <span className={styles.number} aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <Stack gap={2}>
        <h2>{title}</h2>
        <Hint size="m">{text}</Hint>
      </Stack>
      <Row justify="space-between">
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
