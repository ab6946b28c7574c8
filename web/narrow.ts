import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(width < 640px)')

/** A phone held upright. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches)

function subscribe(listener: () => void) {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
