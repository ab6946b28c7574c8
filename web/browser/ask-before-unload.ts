import { useEffect, useEffectEvent } from 'react'

/** The browser asks before it reloads the page or closes the tab. */
export function useAskBeforeUnload(isUnsaved: () => boolean): void {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  })
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => ask(event)
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [])
}
