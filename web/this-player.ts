import { create } from 'zustand'
import { persist } from 'zustand/middleware'

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
    { name: 'player', partialize: ({ userId }) => ({ userId }) },
  ),
)
