import { basePath } from './base-path.ts'

/** Leagues on one host share its storage, and not what is in it. */
export const storageKey = (name: string) => name + basePath

/** What a browser keeps. Where it cannot keep anything, nothing is found later, and nothing throws. */
const storageIn = (place: () => Storage) => {
  const removeItem = (name: string) => {
    attempt(() => place().removeItem(storageKey(name)))
  }
  return {
    getItem: (name: string) => attempt(() => place().getItem(storageKey(name))),
    setItem: (name: string, value: string) => {
      // Storage that is full would go on holding what is no longer true.
      attempt(
        () => place().setItem(storageKey(name), value),
        () => removeItem(name),
      )
    },
    removeItem,
  }
}

/** Between visits. */
export const storage = storageIn(() => localStorage)

/** As long as the tab is open. */
export const tabStorage = storageIn(() => sessionStorage)

/** Browsers refuse at each step: the property throws, or is null, or its methods throw. */
function attempt<T>(access: () => T, otherwise: () => void = () => {}): T | null {
  try {
    return access()
  } catch {
    otherwise()
    return null
  }
}
