import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: To }

/** To another page of ours, or to an address with a scheme. The router's own one brings along what fetches pages ahead for servers that draw them. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const isAbsolute = typeof to === 'string' && URL.canParse(to)
  const ownHref = useHref(to)
  const follow = useLinkClickHandler(to)
  return (
    <a
      {...rest}
      href={isAbsolute ? to : ownHref}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented && !isAbsolute) follow(event)
      }}
    />
  )
}
