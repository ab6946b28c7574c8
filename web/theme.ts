import { create } from 'zustand'
import { storage } from './browser/storage.ts'

type Theme = 'light' | 'dark'

const storageKey = 'theme'

/** Dark, until somebody chooses. A script in the page has set it on the page before the first paint. */
export const useTheme = create<{ theme: Theme; toggle: () => void }>()((set, get) => ({
  theme: document.documentElement.dataset.theme === 'light' ? 'light' : 'dark',
  toggle: () => {
    const theme = get().theme === 'light' ? 'dark' : 'light'
    storage.setItem(storageKey, theme)
    document.documentElement.dataset.theme = theme
    tintBrowser()
    set({ theme })
  },
}))

function tintBrowser() {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--color-surface')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour.trim())
}
