import { useState } from 'react'
import { query } from '../../server/api.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hint, Row, Stack } from '../../ui/layout.tsx'
import { signOut } from '../account/sign-out.ts'
import { Asked } from '../parts/loaded.tsx'
import { FactorSetup } from './factor-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type FactorRequiredProps = {
  /** Called before the recovery codes are read. */
  onTurnedOn: () => void
  onDone: () => void
}

export function FactorRequired({ onTurnedOn, onDone }: FactorRequiredProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const show = (recoveryCodes: string[]) => {
    onTurnedOn()
    setCodes(recoveryCodes)
  }
  return (
    <Page title="Second factor" adminLink={false} width="narrow">
      <Stack gap={2}>
        <h1>Second factor</h1>
        <Hint size="m">
          The main admin asks every admin for a code from their phone at sign-in. Set it up to go on.
        </Hint>
      </Stack>
      <Card>
        {codes ? (
          <RecoveryCodes codes={codes} onDone={onDone} />
        ) : (
          <Asked of={query('GET /auth/second-factor')} rows={2}>
            {(now) => <FactorSetup factor={now} onCodes={show} />}
          </Asked>
        )}
      </Card>
      <Row justify="center">
        <Button variant="quiet" size="small" onClick={signOut}>
          Logout
        </Button>
      </Row>
    </Page>
  )
}
