import { fieldsOf } from '../../../api/contract/fields.ts'
import type { Operations } from '../../../api/contract/operations.ts'
import { formatCount } from '../../browser/formats.ts'
import { WholeSeal } from '../../seal/round-seal.tsx'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/form/inputs.tsx'
import { Hint, Stack } from '../../ui/layout.tsx'
import { useCommandForm } from '../command/command-form.ts'
import { field, problemIn } from '../command/field.ts'

type VerifyCardProps = { seal: Operations['seal']; running: boolean }

export function VerifyCard({ seal, running }: VerifyCardProps) {
  const form = useCommandForm({
    defaultValues: { heads: '' },
    send: ({ heads }) => api('POST /admin/operations/verify', { heads: headsIn(heads) }),
    fallback: 'Failed to start the verification',
  })
  return (
    <Card title="Verify">
      <Hint size="m" above>
        Reads every event, checks that none was changed since it was sealed, and compares every table with the
        log. Nothing is changed, and players can go on picking.
      </Hint>
      {seal && (
        <WholeSeal head={seal.head}>
          <p>The newest seal. It covers {formatCount(seal.events)} events.</p>
        </WholeSeal>
      )}
      <Stack as="form" noValidate onSubmit={form.submit}>
        <TextArea
          label="Seals to look for"
          hint="Optional. Paste seals from mails, one per line, to check that they belong to this league."
          rows={2}
          spellCheck={false}
          {...field(form, 'heads', {
            check: (text) => headsIn(text).every(isHead) || 'A seal is 16 to 64 characters of 0-9 and a-f',
          })}
        />
        <div>
          <Button type="submit" busy={form.busy || running}>
            Start Verification
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

const headsIn = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

const isHead = (text: string) => !problemIn(text, fieldsOf('POST /admin/operations/verify').heads)
