import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
import { Link, type LinkProps } from './link.tsx'
import { Spinner } from './waiting/spinner.tsx'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  wide?: boolean | undefined
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & Look & { busy?: boolean }

/** A busy button keeps its focus and its width, and cannot be pressed again. One with `aria-disabled` keeps its focus too. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  onClick,
  'aria-disabled': off = false,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || off) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      {...look({ variant, size, wide })}
      aria-disabled={busy || off}
      aria-busy={busy}
      onClick={press}
    >
      <span className={styles.label}>{children}</span>
      {busy && (
        <span className={styles.busy}>
          <Spinner />
        </span>
      )}
    </button>
  )
}

type ButtonLinkProps = Omit<LinkProps, 'className'> & Look

export function ButtonLink({ variant, size, wide, ...rest }: ButtonLinkProps) {
  return <Link {...rest} {...look({ variant, size, wide })} />
}

/** What a button without words shows. @param path drawn on 24 by 24. */
export const Icon = ({ path }: { path: string }) => (
  <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)

/** Next to something larger, which it belongs to. */
export const SmallButton = (props: ButtonProps) => <Button variant="secondary" size="small" {...props} />

export const SmallLink = (props: ButtonLinkProps) => (
  <ButtonLink variant="secondary" size="small" {...props} />
)

function look({ variant = 'primary', size = 'medium', wide = false }: Look) {
  return { className: styles.button, 'data-variant': variant, 'data-size': size, 'data-wide': wide }
}
