import { useSyncExternalStore } from 'react'

/** A phone held upright. */
export const useNarrow = matching('(width < 640px)')

/** Nine tabs do not fit. */
export const useNarrowForTabs = matching('(width < 900px)')

function matching(query: string) {
  const media = window.matchMedia(query)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}
