import { useForm } from 'react-hook-form'
import type { Operations } from '../../../api/contract/operations.ts'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextArea } from '../../ui/form/inputs.tsx'
import { Hint } from '../../ui/layout.tsx'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import styles from './operations-page.module.css'

type VerifyCardProps = { seal: Operations['seal']; running: boolean }

export function VerifyCard({ seal, running }: VerifyCardProps) {
  const form = useForm({ defaultValues: { heads: '' } })
  const verify = useCommand({
    send: (heads: string[]) => api('POST /admin/operations/verify', { heads }),
    fallback: 'Failed to start the verification',
  })
  return (
    <Card title="Verify">
      <Hint size="m" above>
        Reads every event, checks that none was altered since it was sealed, and compares every table with
        what the log says. Nothing is changed, and players can go on meanwhile.
        {seal && ` The newest seal covers ${seal.events} events:`}
      </Hint>
      {seal && (
        <div className={styles.seal}>
          <code>{seal.head}</code>
          <CopyButton text={seal.head} name="Copy Seal" />
        </div>
      )}
      <form
        className={styles.form}
        noValidate
        onSubmit={form.handleSubmit(({ heads }) => verify.run(headsIn(heads)))}
      >
        <TextArea
          label="Seals to look for (optional)"
          hint="What somebody noted down at a lock, one a line, 16 digits or more: are they seals of this league?"
          rows={2}
          spellCheck={false}
          {...field(form, 'heads', {
            validate: (text) => headsIn(text).every(isHead) || 'A seal is 16 to 64 characters of 0-9 and a-f',
          })}
        />
        <Button type="submit" busy={verify.busy || running}>
          Start Verification
        </Button>
      </form>
    </Card>
  )
}

const headsIn = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

const isHead = (text: string) => /^[0-9a-f]{16,64}$/.test(text)
