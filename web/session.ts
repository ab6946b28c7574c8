import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { SignedIn } from '../api/contract/auth.ts'
import { storage, storageKey } from './browser/storage.ts'

type Session = {
  token: string | null
  admin: SignedIn['admin'] | null
  /** It ended by itself, in whichever tab that was noticed. */
  hasExpired: boolean
  signIn: (signedIn: SignedIn) => void
  update: (changes: Partial<SignedIn['admin']>) => void
  /** After a change of the own email or password, for which the server sends a new token. */
  renew: (token: string, changes: Partial<SignedIn['admin']>) => void
  signOut: () => void
  /**
   * Ends the session of this token. A late answer must not end a newer session, nor one from another tab that this
   * tab has not read yet.
   */
  expire: (token: string) => void
}

export const useSession = create<Session>()(
  persist(
    (set, get) => ({
      token: null,
      admin: null,
      hasExpired: false,
      signIn: ({ token, admin }) => set({ token, admin, hasExpired: false }),
      update: (changes) => set(({ admin }) => ({ admin: admin && { ...admin, ...changes } })),
      renew: (token, changes) => {
        get().update(changes)
        set({ token })
      },
      signOut: () => set({ token: null, admin: null, hasExpired: false }),
      expire: (token) => {
        void useSession.persist.rehydrate()
        if (get().token === token) set({ token: null, admin: null, hasExpired: true })
      },
    }),
    {
      name: 'session',
      storage: createJSONStorage(() => storage),
      partialize: ({ token, admin, hasExpired }) => ({ token, admin, hasExpired }),
    },
  ),
)

// Another tab signs out, or gets a new token, for all of them.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey('session')) void useSession.persist.rehydrate()
})
