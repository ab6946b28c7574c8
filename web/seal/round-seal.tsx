import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { basePath } from '../browser/base-path.ts'
import { query } from '../server/api.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Box, Hint } from '../ui/layout.tsx'

/** A lock is sealed within a second or two. */
const askAgainMs = 2_000
const asksMax = 30
const shortLength = 16

export function RoundSeal({ roundId }: { roundId: number }) {
  const { data } = useQuery({
    ...query('GET /public/rounds/{id}/seal', roundId),
    refetchInterval: ({ state }) =>
      state.data?.seal || state.dataUpdateCount + state.errorUpdateCount >= asksMax ? false : askAgainMs,
  })
  if (!data?.seal) return null
  const { head } = data.seal
  return (
    <WholeSeal head={head}>
      <p>
        Keep it. With it anyone can <a href={`${basePath}/proof?of=${head}`}>check later</a> that nothing up
        to the lock was changed.
      </p>
    </WholeSeal>
  )
}

/** As mails show it, and in full where it unfolds. */
export const WholeSeal = ({ head, children }: { head: string; children: ReactNode }) => (
  <Hint as="details">
    <summary>
      Seal <code>{head.slice(0, shortLength)}</code>
    </summary>
    <Box>
      <code>{head}</code>
    </Box>
    <CopyButton text={head} name="Copy Seal" />
    {children}
  </Hint>
)
