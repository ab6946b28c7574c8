import type { ComponentProps, ElementType } from 'react'
import styles from './layout.module.css'

type Tag = 'div' | 'p' | 'span' | 'ul' | 'ol' | 'dl' | 'dd' | 'li' | 'form' | 'section' | 'time'

type Part<Own> = Own & { as?: Tag } & Omit<ComponentProps<'div'>, 'className' | 'onSubmit' | keyof Own> &
  Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> &
  Pick<ComponentProps<'time'>, 'dateTime'>

/** A step of the spaces in `tokens.css`. */
type Gap = 1 | 2 | 3 | 4 | 5

/** One under the other. */
export function Stack({
  as = 'div',
  gap = 4,
  align,
  ...rest
}: Part<{ gap?: Gap; align?: 'start' | 'center' }>) {
  const Tag = as as ElementType
  return <Tag {...rest} className={styles.stack} data-gap={gap} data-align={align} />
}

/** Side by side, and below where there is no room. */
export function Row({
  as = 'div',
  gap = 3,
  spread,
  align,
  wraps,
  ...rest
}: Part<{ gap?: Gap; spread?: boolean; align?: 'center'; wraps?: false }>) {
  const Tag = as as ElementType
  return (
    <Tag
      {...rest}
      className={styles.row}
      data-gap={gap}
      data-spread={spread}
      data-align={align}
      data-wraps={wraps}
    />
  )
}

/** As many of the same width as fit, of which each has at least so many rem. */
export function Columns({
  as = 'div',
  gap = 4,
  least,
  align,
  ...rest
}: Part<{ gap?: Gap; least: number; align?: 'start' }>) {
  const Tag = as as ElementType
  const style: Record<string, string> = { '--least': `${least}rem` }
  return <Tag {...rest} className={styles.columns} data-gap={gap} data-align={align} style={style} />
}

/** Words that are not the first to be read. `above` something else they keep a distance. */
export function Hint({ as = 'p', size = 's', above, ...rest }: Part<{ size?: 's' | 'm'; above?: boolean }>) {
  const Tag = as as ElementType
  return <Tag {...rest} className={styles.hint} data-size={size} data-above={above} />
}
