import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Preview } from '../../../api/contract/previews.ts'
import { Stack } from '../../ui/layout.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { EffectList } from './effect-list.tsx'

export function PreviewPanel({ query, isStep }: { query: UseQueryResult<Preview>; isStep?: true }) {
  return (
    <PreviewFrame seen={query.data} isStep={isStep}>
      <Loaded query={query} rows={2} fallback="The preview could not be loaded.">
        {({ seasons }) => <EffectList seasons={seasons} />}
      </Loaded>
    </PreviewFrame>
  )
}

type PreviewFrameProps = { seen: unknown; isStep?: true | undefined; children: ReactNode }

/** In view as soon as there is something to see, so that nobody confirms what is below the fold. A step of its own takes the focus. */
export function PreviewFrame({ seen, isStep, children }: PreviewFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    // Again once it is there: the second of two clicks on the button before takes the focus away.
    if (isStep) heading.current?.focus()
    if (!seen) return
    frame.current?.scrollIntoView({ block: 'nearest' })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [isStep, seen])
  return (
    <Stack ref={frame} gap={2} aria-live="polite">
      <h3 ref={heading} tabIndex={isStep && -1}>
        What this does to the standings
      </h3>
      {children}
    </Stack>
  )
}
