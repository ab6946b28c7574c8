import { jsx as create } from 'react/jsx-runtime'
import { textsApart } from './texts-apart.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

export const jsx: typeof create = (type, props, key) => create(type, textsApart(type, props as object), key)

export const jsxs = jsx
