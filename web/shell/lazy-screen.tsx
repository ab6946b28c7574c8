import { type ComponentType, lazy } from 'react'

/** The code of a screen did not arrive. */
export class ScreenMissing extends Error {}

/** A screen whose code loads when it is first opened. */
export const lazyScreen = <Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
) =>
  lazy<ComponentType>(async () => {
    const file = await load().catch((cause: unknown) => {
      throw new ScreenMissing(name, { cause })
    })
    return { default: file[name] }
  })
