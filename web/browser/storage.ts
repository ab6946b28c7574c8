/** What this browser keeps between visits. Where it cannot keep anything, nothing is found later, and nothing throws. */
export const storage = {
  getItem: (key: string) => attempt(() => localStorage.getItem(key)),
  setItem: (key: string, value: string) => {
    // Storage that is full would go on holding what is no longer true.
    attempt(
      () => localStorage.setItem(key, value),
      () => storage.removeItem(key),
    )
  },
  removeItem: (key: string) => {
    attempt(() => localStorage.removeItem(key))
  },
}

/** Browsers refuse at each step: the property throws, or is null, or its methods throw. */
function attempt<T>(access: () => T, otherwise: () => void = () => {}): T | null {
  try {
    return access()
  } catch {
    otherwise()
    return null
  }
}
