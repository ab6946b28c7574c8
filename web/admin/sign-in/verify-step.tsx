import { useEffect, useEffectEvent } from 'react'
import type { SignedIn } from '#api/contract/auth'
import { verifyMagicLink } from '../../client.ts'
import { errorText } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useCommand } from '../command.ts'
import { isRefused } from '../refused.ts'
import styles from './login-page.module.css'
import { forgetAsking, signInLink, thisBrowserAsked } from './sign-in-link.ts'

type VerifyStepProps = {
  token: string
  onSignedIn: (signedIn: SignedIn) => void
  onRefused: (problem: string) => void
}

const fallback = 'Invalid or expired login link. Please request a new one.'

/** Uses the link up: by itself where it was asked for, by a button anywhere else. */
export function VerifyStep({ token, onSignedIn, onRefused }: VerifyStepProps) {
  const verify = useCommand({
    send: async () => {
      const signedIn = await verifyMagicLink(token)
      signInLink.token = null
      forgetAsking()
      // At once: the link is used up, and whoever reloads the page now has no other.
      onSignedIn(signedIn)
      return signedIn
    },
    fallback,
    onProblem: (error) => {
      if (!isRefused(error)) return
      signInLink.token = null
      onRefused(errorText(error, fallback))
    },
  })
  const begin = useEffectEvent(() => {
    if (thisBrowserAsked()) verify.run()
  })
  useEffect(() => begin(), [])
  if (verify.busy || verify.answer) {
    return (
      <div className={styles.verifying}>
        <Spinner label="Signing you in" />
        <p>Signing you in…</p>
      </div>
    )
  }
  return (
    <div className={styles.form}>
      <p>Your login link is ready.</p>
      {verify.problem && <Notice tone="danger">{verify.problem}</Notice>}
      <Button wide autoFocus onClick={() => verify.run()}>
        Sign in
      </Button>
    </div>
  )
}
