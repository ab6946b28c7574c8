import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SignInStep } from '../../../api/contract/auth.ts'
import { api } from '../../server/api.ts'
import { errorText } from '../../server/request.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/waiting/spinner.tsx'
import { magicLinkQuery } from '../admin-queries.ts'
import { useCommand } from '../command/command.ts'
import { isRefused } from '../refused.ts'
import { signInLink } from './sign-in-link.ts'
import { forgetNonce, thisBrowserAsked } from './sign-in-nonce.ts'

type VerifyStepProps = {
  token: string
  onVerified: (next: SignInStep) => void
  onRefused: (problem: string) => void
}

const fallback = 'Invalid or expired login link. Please request a new one.'

export function VerifyStep({ token, onVerified, onRefused }: VerifyStepProps) {
  function refuse(error: Error) {
    if (!isRefused(error)) return
    signInLink.token = null
    onRefused(errorText(error, fallback))
  }
  const verify = useCommand({
    send: async () => {
      const next = await api('POST /auth/verify-magic-link', { token })
      signInLink.token = null
      forgetNonce()
      // Now, because the link is used up: a reload would find no other.
      onVerified(next)
      return next
    },
    fallback,
    onProblem: refuse,
  })
  const [isOwn] = useState(thisBrowserAsked)
  const { data: holder, error: unknown, isLoading } = useQuery({ ...magicLinkQuery(token), enabled: !isOwn })
  const giveUp = useEffectEvent(refuse)
  useEffect(() => {
    if (unknown) giveUp(unknown)
  }, [unknown])
  const begin = useEffectEvent(() => {
    if (isOwn) verify.run()
  })
  useEffect(() => begin(), [])
  if (verify.busy || verify.answer) return <Waiting text="Signing you in" />
  if (isLoading) return <Waiting text="Checking your link" />
  return (
    <Stack>
      <p>Your sign-in link is ready.{holder && ` It is for ${holder.email}.`}</p>
      {verify.problem && <Notice tone="danger">{verify.problem}</Notice>}
      <Button wide autoFocus onClick={() => verify.run()}>
        {holder ? `Sign in as ${holder.name}` : 'Sign in'}
      </Button>
    </Stack>
  )
}

function Waiting({ text }: { text: string }) {
  return (
    <Row justify="center">
      <Spinner label={text} />
      <p>{text}…</p>
    </Row>
  )
}
