import { useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import { useNotices } from '../../notices.ts'
import { api } from '../../server/api.ts'
import { TextInput } from '../../ui/form/inputs.tsx'
import { useCommand } from '../command/command.ts'

export function usePersonalLink(roundId: number, playerId: number) {
  const [url, setUrl] = useState<string | null>(null)
  const { run, busy } = useCommand({
    send: async () => {
      const answer = await api('POST /admin/rounds/{id}/participants/{playerId}/link', roundId, playerId)
      const copied = await copyText(answer.url)
      return { ...answer, copied }
    },
    fallback: 'Failed to copy the link',
    onDone: (answer) => {
      setUrl(answer.url)
      if (answer.copied) useNotices.getState().show('success', 'The link is in your clipboard')
    },
  })
  return { url, busy, copy: () => run() }
}

export function PersonalLink({ of, url }: { of: string; url: string | null }) {
  if (!url) return null
  return (
    <TextInput
      label={`Personal link of ${of}`}
      hint={`Anyone who has it can pick as ${of}.`}
      value={url}
      readOnly
      onFocus={(event) => event.target.select()}
    />
  )
}
