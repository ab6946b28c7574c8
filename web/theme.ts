import { create } from 'zustand'
import { storage } from './browser/storage.ts'

type Theme = 'light' | 'dark'

const storageKey = 'theme'

/** The system's, until somebody chooses one. A script in the page has set it on the page before the first paint. */
export const useTheme = create<{ theme: Theme; toggle: () => void }>()((_, get) => ({
  theme: document.documentElement.dataset.theme === 'light' ? 'light' : 'dark',
  toggle: () => {
    const theme = get().theme === 'light' ? 'dark' : 'light'
    system.removeEventListener('change', follow)
    show(theme)
    storage.setItem(storageKey, theme)
  },
}))

const system = window.matchMedia('(prefers-color-scheme: light)')
const follow = () => show(system.matches ? 'light' : 'dark')
if (!storage.getItem(storageKey)) system.addEventListener('change', follow)

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme
  tintBrowser()
  useTheme.setState({ theme })
}

/** The phone browser's bar takes the colour of our header. */
function tintBrowser() {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--color-surface')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour.trim())
}
