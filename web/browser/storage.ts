/** What a browser keeps. Where it cannot keep anything, nothing is found later, and nothing throws. */
const storageIn = (place: () => Storage) => {
  const removeItem = (key: string) => {
    attempt(() => place().removeItem(key))
  }
  return {
    getItem: (key: string) => attempt(() => place().getItem(key)),
    setItem: (key: string, value: string) => {
      // Storage that is full would go on holding what is no longer true.
      attempt(
        () => place().setItem(key, value),
        () => removeItem(key),
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
