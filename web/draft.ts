import { dequal } from 'dequal/lite'
import { useEffect, useRef, useState } from 'react'
import { tabStorage } from './browser/storage.ts'
import { useSession } from './session.ts'

/** Where an admin was when the session ended, and what was open and typed there, by names. */
type Draft = { adminId: number; address: string; parts: Record<string, unknown> }

const key = 'draft'

let draft = readDraft(tabStorage.getItem(key))

/** What is on the screen now. */
const shown = new Map<string, { read: () => unknown; isRestored: boolean }>()

// A sign-out by hand leaves nothing, and nobody else goes on with it.
useSession.subscribe(({ hasExpired, admin }, before) => {
  if (hasExpired && before.admin) keep(before.admin.id)
  else if (!hasExpired && admin?.id !== draft?.adminId) forget()
})

/** Null if there is no draft, or one that another version wrote. */
function readDraft(text: string | null): Draft | null {
  try {
    const { adminId, address, parts } = JSON.parse(text ?? '{}')
    const isDraft = typeof adminId === 'number' && typeof address === 'string' && typeof parts === 'object'
    return isDraft && parts !== null ? { adminId, address, parts } : null
  } catch {
    return null
  }
}

function keep(adminId: number) {
  const { pathname, search } = location
  if (!pathname.startsWith('/admin') || pathname === '/admin/login') return
  const parts = Object.fromEntries([...shown].map(([name, { read }]) => [name, read()]))
  draft = { adminId, address: `${pathname}${search}`, parts }
  tabStorage.setItem(key, JSON.stringify(draft))
}

function forget() {
  draft = null
  tabStorage.removeItem(key)
}

/** Whether this tab was signed out without being asked to. */
export const wasSignedOut = () => draft !== null

/** Where an admin goes on who has signed in. */
export const wayBack = () => draft?.address ?? '/admin'

/** The admin is back. What is not on the screen yet can still be restored. */
export function arrive(): void {
  if (draft) draft.address = '/admin'
  tabStorage.removeItem(key)
}

/** Whether something on the screen was typed before the session ended. */
export const hasRestored = () => [...shown.values()].some(({ isRestored }) => isRestored)

/** What was kept of this part of the page. It is kept again if the session ends, unless it reads as undefined. */
export function useDraftPart<Part>(name: string, read: () => Part | undefined): Part | undefined {
  const [kept] = useState(() => draft?.parts[name] as Part | undefined)
  const latest = useRef(read)
  latest.current = read
  const isRestored = kept !== undefined
  useEffect(() => {
    shown.set(name, { read: () => latest.current(), isRestored })
    return () => {
      shown.delete(name)
      // Closed, and not by the end of the session.
      if (draft && useSession.getState().token !== null) delete draft.parts[name]
    }
  }, [name, isRestored])
  return kept
}

/** A state that outlives the session: what is open, or typed. It must be JSON. */
export function useKept<Value>(name: string, initial: Value) {
  const state = useState<Value>(() => (draft?.parts[name] as Value | undefined) ?? initial)
  useDraftPart(name, () => (dequal(state[0], initial) ? undefined : state[0]))
  return state
}
