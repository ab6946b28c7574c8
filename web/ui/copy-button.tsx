import { useState } from 'react'
import { canCopy, copyText } from '../browser/clipboard.ts'
import { SmallButton } from './button.tsx'

/** Without a clipboard the person has to select the text. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const [copied, setCopied] = useState<string>()
  if (!canCopy()) return null
  const copy = async () => setCopied((await copyText(text)) ? text : undefined)
  return <SmallButton onClick={copy}>{copied === text ? 'Copied' : name}</SmallButton>
}
