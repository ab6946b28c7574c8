import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { storage } from './browser/storage.ts'

type ThisPlayer = {
  /** Whose link was opened last on this device. No name, which an erasure could not reach here, and no link. */
  userId: number | null
  remember: (userId: number) => void
  forget: () => void
}

export const useThisPlayer = create<ThisPlayer>()(
  persist(
    (set) => ({
      userId: null,
      remember: (userId) => set({ userId }),
      forget: () => set({ userId: null }),
    }),
    { name: 'player', storage: createJSONStorage(() => storage), partialize: ({ userId }) => ({ userId }) },
  ),
)
