import { create } from 'zustand'

export type Tone = 'success' | 'info' | 'warning' | 'danger'

export type Notice = { id: number; tone: Tone; text: string }

type Notices = {
  notices: Notice[]
  show: (tone: Tone, text: string) => void
  dismiss: (id: number) => void
  dismissSuccesses: () => void
}

let lastId = 0

/** Refusals stay as the server words them. */
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

export const useNotices = create<Notices>()((set) => ({
  notices: [],
  show: (tone, text) => {
    lastId += 1
    const notice = { id: lastId, tone, text: tone === 'success' ? asSentence(text) : text }
    set(({ notices }) => ({ notices: [...notices, notice].slice(-4) }))
  },
  dismiss: (id) => set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) })),
  dismissSuccesses: () =>
    set(({ notices }) => ({ notices: notices.filter(({ tone }) => tone === 'danger') })),
}))
