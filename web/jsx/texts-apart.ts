import { createElement, type ElementType, Fragment, type ReactNode } from 'react'

type Props = { children?: ReactNode }

/**
 * Browsers that translate a page put elements of their own in the place of each text. React would go on writing to the
 * text that is no longer there, unless the text is alone in its element: then React replaces all that is in it. So
 * texts side by side become one, and one beside an element gets an element of its own.
 */
export function textsApart(type: ElementType, props: Props): Props {
  const { children } = props
  if (Array.isArray(children)) {
    const apart = separated(children)
    return apart === children ? props : { ...props, children: type === Fragment ? boxed(apart) : apart }
  }
  // What the fragment will lie beside is not known.
  return type === Fragment ? { ...props, children: boxed(children) } : props
}

function separated(children: readonly ReactNode[]): ReactNode {
  if (!children.some(isText)) return children
  if (children.every(isPlain)) return joined(children)
  return children.map((child, index) => {
    if (!isPlain(child)) return child
    // Elements keep their places, by which React knows them again.
    if (index > 0 && isPlain(children[index - 1])) return null
    const end = children.findIndex((next, at) => at > index && !isPlain(next))
    return boxed(joined(children.slice(index, end === -1 ? undefined : end)))
  })
}

const isText = (child: ReactNode) => typeof child === 'string' || typeof child === 'number'

/** Text, or nothing. */
const isPlain = (child: ReactNode) => child == null || typeof child === 'boolean' || isText(child)

const joined = (children: readonly ReactNode[]) => children.filter(isText).join('')

/** No `span`, which styles may mean. A blank stays as it is: in a flexible box it would take room. */
const boxed = (child: ReactNode) =>
  isText(child) && `${child}`.trim() !== '' ? createElement('text-run', null, child) : child
