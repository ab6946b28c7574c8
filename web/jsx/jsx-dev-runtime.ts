import { jsxDEV as create } from 'react/jsx-dev-runtime'
import { textsApart } from './texts-apart.ts'

export { Fragment, type JSX } from 'react/jsx-dev-runtime'

export const jsxDEV: typeof create = (type, props, key, isStatic, ...rest) => {
  const apart = textsApart(type, props as object)
  return create(type, apart, key, isStatic && Array.isArray(apart.children), ...rest)
}
