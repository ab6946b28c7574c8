import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { SignedIn } from '../api/contract/auth.ts'

type Session = {
  token: string | null
  admin: SignedIn['admin'] | null
  signIn: (signedIn: SignedIn) => void
  update: (changes: Partial<SignedIn['admin']>) => void
  /** After a change of the own email or password: the server hands out a fresh token. */
  renew: (token: string, changes: Partial<SignedIn['admin']>) => void
  signOut: () => void
  /**
   * The server no longer takes this token. A late answer must not sign out a newer session, nor one that another tab was
   * handed and of which this one has not heard yet.
   */
  expire: (token: string) => void
}

/** Who is signed in to the admin area, kept in the browser's storage. */
export const useSession = create<Session>()(
  persist(
    (set, get) => ({
      token: null,
      admin: null,
      signIn: ({ token, admin }) => set({ token, admin }),
      update: (changes) => set(({ admin }) => ({ admin: admin && { ...admin, ...changes } })),
      renew: (token, changes) => {
        get().update(changes)
        set({ token })
      },
      signOut: () => set({ token: null, admin: null }),
      expire: (token) => {
        // Where the browser keeps nothing, there is nothing to look up.
        void useSession.persist?.rehydrate()
        if (get().token === token) set({ token: null, admin: null })
      },
    }),
    { name: 'session', partialize: ({ token, admin }) => ({ token, admin }) },
  ),
)

// Another tab that signs out, or is handed a fresh token, does so for all of them.
window.addEventListener('storage', ({ key }) => {
  if (key === 'session') void useSession.persist.rehydrate()
})
