import type { ComponentProps, CSSProperties, ElementType, ReactNode } from 'react'
import styles from './layout.module.css'

type Own = {
  /** A step of the spaces in `tokens.css`. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6
  align?: 'start' | 'center' | 'end' | 'baseline'
  justify?: 'center' | 'end' | 'space-between'
  /** `false` keeps a row on one line. */
  wraps?: false
  /** The first takes what room there is. */
  grows?: boolean
  /** In rem. */
  least?: number
  /** With bullets or numbers. */
  marked?: boolean
  flush?: boolean
  framed?: boolean
  scrolls?: boolean
  size?: 's' | 'm'
  /** At a distance from what follows. */
  above?: boolean
}

type Part<Names extends keyof Own> = (
  props: Pick<Own, Names> & { as?: keyof HTMLElementTagNameMap } & Omit<
      ComponentProps<'div'>,
      'className' | 'style' | 'onSubmit' | Names
    > &
    Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> &
    Pick<ComponentProps<'time'>, 'dateTime'> &
    Pick<ComponentProps<'details'>, 'open'>,
) => ReactNode

function part<Names extends keyof Own>(
  className: string | undefined,
  usual: Own & { as?: keyof HTMLElementTagNameMap },
): Part<Names> {
  return (props) => {
    const {
      as = 'div',
      gap,
      align,
      justify,
      wraps,
      least,
      ...others
    } = { ...usual, ...props } as typeof usual
    const { grows, marked, flush, framed, scrolls, size, above, ...rest } = others
    const Tag = as as ElementType
    const style = {
      '--gap': gap && `var(--space-${gap})`,
      '--least': least && `${least}rem`,
      alignItems: align,
      justifyContent: justify,
      flexWrap: wraps === false ? 'nowrap' : undefined,
    } as CSSProperties
    return (
      <Tag
        {...rest}
        className={className}
        style={style}
        data-grows={grows}
        data-marked={marked}
        data-flush={flush}
        data-framed={framed}
        data-scrolls={scrolls}
        data-size={size}
        data-above={above}
      />
    )
  }
}

/** One under the other. */
export const Stack = part<'gap' | 'align' | 'marked'>(styles.stack, { gap: 4 })

/** Side by side, and below where there is no room. */
export const Row = part<'gap' | 'align' | 'justify' | 'wraps' | 'grows'>(styles.row, { gap: 3 })

/** Buttons. On a phone they fill the line, two in each, or three where there are more than four. */
export const Toolbar = part<'gap'>(styles.toolbar, { gap: 3 })

/** As many of the same width as fit, of which each has at least so much. */
export const Columns = part<'gap' | 'align' | 'least'>(styles.columns, { gap: 4 })

/** A list with a line between its items. In a card that is `flush` too, the lines reach its edges. */
export const Lines = part<'gap' | 'flush'>(styles.lines, { as: 'ul', gap: 3 })

/** What belongs together within a card or a dialog. A long one `scrolls`. */
export const Box = part<'gap' | 'framed' | 'scrolls'>(styles.box, { gap: 2 })

/** Numbers, each under its name. */
export const Tiles = ({ of }: { of: [name: string, number: ReactNode][] }) => (
  <dl className={styles.tiles}>
    {of.map(([name, number]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{number}</dd>
      </div>
    ))}
  </dl>
)

/** Words that are not the first to be read. */
export const Hint = part<'size' | 'above'>(styles.hint, { as: 'p', size: 's' })
