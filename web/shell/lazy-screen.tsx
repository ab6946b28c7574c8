import { type ComponentType, lazy } from 'react'

/** The code of a screen did not arrive. */
export class ScreenMissing extends Error {}

/** A screen whose code loads when it is first opened, or ahead of the first drawing with `load`. */
export function lazyScreen<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
) {
  let Loaded: ComponentType | undefined
  const Lazy = lazy<ComponentType>(async () => {
    const file = await load().catch((cause: unknown) => {
      throw new ScreenMissing(name, { cause })
    })
    return { default: file[name] }
  })
  const Screen = () => (Loaded ? <Loaded /> : <Lazy />)
  return Object.assign(Screen, {
    load: async () => {
      Loaded = (await load())[name]
    },
  })
}

/** A part that a page is useful without. `Missing` is drawn where its code does not arrive. */
export function lazyPart<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  Missing: ComponentType<Props> = () => null,
) {
  let Loaded: ComponentType<Props> | undefined
  const loaded = () =>
    load().then(
      (file) => file[name],
      () => Missing,
    )
  const Lazy = lazy<ComponentType<Props>>(async () => ({ default: await loaded() }))
  const Part = (props: Props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />)
  return Object.assign(Part, {
    load: async () => {
      Loaded = await loaded()
    },
  })
}
