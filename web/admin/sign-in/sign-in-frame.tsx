import type { ReactNode } from 'react'
import { Page } from '../../shell/page.tsx'
import { Card } from '../../ui/card.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import styles from './login-page.module.css'

type SignInFrameProps = {
  title: string
  /** The other ways from here. */
  links: ReactNode
  children: ReactNode
}

export function SignInFrame({ title, links, children }: SignInFrameProps) {
  return (
    <Page title={title} adminLink={false} width="narrow">
      <div className={styles.login}>
        <h1>{title}</h1>
        <Card>
          <Stack>{children}</Stack>
        </Card>
        <Row as="nav" gap={5} justify="center" aria-label="Other ways">
          {links}
        </Row>
      </div>
    </Page>
  )
}
