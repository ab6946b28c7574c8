import type { ReactNode } from 'react'
import { Row, Stack, Toolbar } from '../../ui/layout.tsx'
import styles from './area.module.css'

type PageHeadProps = {
  title: ReactNode
  text?: ReactNode
  actions?: ReactNode
}

export function PageHead({ title, text, actions }: PageHeadProps) {
  return (
    <Row gap={4} align="end" grows>
      <Stack gap={2}>
        <h1 className={styles.title}>{title}</h1>
        {text && <p className={styles.text}>{text}</p>}
      </Stack>
      {actions && <Toolbar>{actions}</Toolbar>}
    </Row>
  )
}
