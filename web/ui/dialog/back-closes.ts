import { useContext, useEffect, useMemo, useRef } from 'react'
import { UNSAFE_NavigationContext as Navigation } from 'react-router'

/** Of the dialogs that are open, how each closes. They share one entry of the browser's history. */
const open: { current: () => void }[] = []

/** The browser's Back closes the dialog, and leaves the page where it is. */
export function useBackCloses(close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    open.push(latest)
    hold()
    return () => {
      open.splice(open.indexOf(latest), 1)
      // Another dialog may take its place.
      setTimeout(() => open.length === 0 && holds() && release())
    }
  }, [])
}

/** For what is in a dialog: a way to another page takes the place of the dialog's entry, so Back finds the page below. */
export function useWayOn() {
  const context = useContext(Navigation)
  return useMemo(() => {
    const { navigator: ways } = context
    return { ...context, navigator: { ...ways, push: ways.replace } }
  }, [context])
}

const holds = () => history.state?.dialog === true

function hold() {
  if (!holds()) history.pushState({ ...history.state, dialog: true }, '')
}

/** Once, also where the question whether to leave closes with its dialog: the browser goes back later. */
function release() {
  history.replaceState({ ...history.state, dialog: false }, '')
  history.back()
}

window.addEventListener('popstate', () => {
  if (holds() || open.length === 0) return
  // A dialog that asks first stays.
  hold()
  open.at(-1)?.current()
})
