import type { ReactNode } from 'react'
import { Page } from '../../shell/page.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hint, Row, Stack } from '../../ui/layout.tsx'
import { signOut } from '../account/sign-out.ts'

type SetupFrameProps = { title: string; heading: string; text: string; children: ReactNode }

/** Of what comes before everything else. */
export function SetupFrame({ title, heading, text, children }: SetupFrameProps) {
  return (
    <Page title={title} adminLink={false} width="narrow">
      <Stack gap={2}>
        <h1>{heading}</h1>
        <Hint size="m">{text}</Hint>
      </Stack>
      <Card>{children}</Card>
      <Row justify="center">
        <SmallButton variant="quiet" onClick={signOut}>
          Logout
        </SmallButton>
      </Row>
    </Page>
  )
}
