import { useState } from 'react'
import { Button } from './button.tsx'

/** Browsers allow it with HTTPS alone: without it there is no button, and the text has to be marked by hand. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const [copied, setCopied] = useState<string>()
  if (!navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(undefined),
    )
  return (
    <Button variant="secondary" size="small" onClick={copy}>
      {copied === text ? 'Copied' : name}
    </Button>
  )
}
