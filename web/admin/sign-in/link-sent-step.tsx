import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Hint, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { shownInPlace, useCommand } from '../command/command.ts'
import { GivenEmail } from './email-input.tsx'
import { linkProblem, mailLink } from './link-request.ts'

type LinkSentStepProps = { email: string; message: string; onBack: () => void }

export function LinkSentStep({ email, message, onBack }: LinkSentStepProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const again = useCommand({
    send: () => mailLink(email),
    fallback: '',
    success: () => 'Sent again. You can get one link per minute, and each works for 10 minutes',
    onProblem: shownInPlace,
  })
  return (
    <Stack>
      <h2 ref={title} tabIndex={-1}>
        Check your email
      </h2>
      <p>{message}.</p>
      <Hint>Open the link in this browser within 10 minutes. Nothing there? Check your spam folder.</Hint>
      <GivenEmail email={email} busy={again.busy} onBack={onBack} />
      {again.error && <Notice tone="danger">{linkProblem(again.error)}</Notice>}
      <Button variant="secondary" wide busy={again.busy} onClick={() => again.run()}>
        Send Again
      </Button>
    </Stack>
  )
}
