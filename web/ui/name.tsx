import type { ReactNode } from 'react'

/** Of a person, a team, a sport or a season. A browser that translates the page leaves it as it is. */
export const Name = ({ of }: { of: string }) => <span translate="no">{of}</span>

/** A moment in the words of its format, which a translation leaves alone. */
export const Time = ({ of, children }: { of: string; children: ReactNode }) => (
  <time translate="no" dateTime={of}>
    {children}
  </time>
)
