import { useState } from 'react'
import { Button } from './button.tsx'

/** Browsers allow it only with HTTPS. Without it the person has to select the text. */
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
