import { create } from 'zustand'

export type Tone = 'success' | 'info' | 'warning' | 'danger'

export type Notice = { id: number; tone: Tone; text: string }

type Notices = {
  notices: Notice[]
  show: (tone: Tone, text: string) => void
  dismiss: (id: number) => void
  /** Something new begins: the good news of before has been read. Problems stay. */
  dismissSuccesses: () => void
}

let lastId = 0

/** Short messages at the edge of the screen: what just worked, or did not. */
export const useNotices = create<Notices>()((set) => ({
  notices: [],
  show: (tone, text) => {
    lastId += 1
    const notice = { id: lastId, tone, text }
    set(({ notices }) => ({ notices: [...notices, notice].slice(-4) }))
  },
  dismiss: (id) => set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) })),
  dismissSuccesses: () =>
    set(({ notices }) => ({ notices: notices.filter(({ tone }) => tone === 'danger') })),
}))
