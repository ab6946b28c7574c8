import { dequal } from 'dequal/lite'
import { useEffect, useState } from 'react'
import { tabStorage } from './browser/storage.ts'
import { useSession } from './session.ts'

/** What an admin has open and has typed in this tab, by names. */
type Draft = { adminId?: number | undefined; address?: string; parts: Record<string, unknown> }

const key = 'draft'
const here = () => window.location.pathname + window.location.search

let draft = readDraft()

/** The parts that are older than this page or this session. */
let restored = draft.parts

// A sign-out by hand leaves nothing, and nobody else goes on with it.
function follow({ admin, hasExpired }: Pick<ReturnType<typeof useSession.getState>, 'admin' | 'hasExpired'>) {
  if (!hasExpired && admin?.id !== draft.adminId) {
    draft = { adminId: admin?.id, parts: {} }
    tabStorage.removeItem(key)
  }
  restored = draft.parts
}
useSession.subscribe(follow)
follow(useSession.getState())

/** Another version may have left something else. At another address nobody goes on with it. */
function readDraft(): Draft {
  try {
    const kept: Draft = { parts: {}, ...JSON.parse(tabStorage.getItem(key) ?? '{}') }
    if (useSession.getState().hasExpired || kept.address === here()) return kept
  } catch {}
  return { parts: {} }
}

/** Before the next page or session can begin. */
export function keepPart(name: string, part: unknown): void {
  if (draft.parts[name] === part) return
  draft.parts = { ...draft.parts, [name]: part }
  if (!useSession.getState().hasExpired) draft.address = here()
  tabStorage.setItem(key, JSON.stringify(draft))
}

/** Whether something on the screen was typed before the page was loaded, or before the session ended. */
export const hasRestored = () =>
  Object.entries(draft.parts).some(([name, part]) => part !== undefined && part === restored[name])

/** What was kept under this name. It is forgotten when this part of the page is closed, but not by the end of the session. */
export function useKeptPart<Part>(name: string): Part | undefined {
  const [kept] = useState(() => draft.parts[name] as Part | undefined)
  useEffect(
    () => () => {
      if (useSession.getState().token !== null) keepPart(name, undefined)
    },
    [name],
  )
  return kept
}

/** A state that outlives a reload of the page and the end of the session: what is open, or typed. It must be JSON. */
export function useKept<Value>(name: string, initial: Value) {
  const state = useState(useKeptPart<Value>(name) ?? initial)
  useEffect(() => keepPart(name, dequal(state[0], initial) ? undefined : state[0]))
  return state
}
