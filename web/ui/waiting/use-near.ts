import { useCallback, useState } from 'react'

/** Whether somebody has come within half a screen of the element that has this ref. */
export function useNear() {
  const [isNear, setNear] = useState(false)
  const place = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '50%' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, isNear }
}
