import { create } from 'zustand'

type Theme = 'light' | 'dark'

const storageKey = 'theme'

/** The theme in use. `theme.js` has set it on the page before the first paint. */
export const useTheme = create<{ theme: Theme; toggle: () => void }>()((set, get) => ({
  theme: document.documentElement.dataset.theme === 'light' ? 'light' : 'dark',
  toggle: () => {
    const theme = get().theme === 'light' ? 'dark' : 'light'
    document.documentElement.dataset.theme = theme
    remember(theme)
    set({ theme })
  },
}))

function remember(theme: Theme) {
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Storage is off: the choice lasts until the page closes.
  }
}
