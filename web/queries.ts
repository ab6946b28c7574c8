import { focusManager, QueryClient } from '@tanstack/react-query'
import { ClientError, TimedOut } from './request.ts'

/** What the server said last. A refused call is not asked again, nor one that took too long; a lost one is, once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: 'always',
      retry: (failures, error) =>
        failures < 1 && error instanceof ClientError && error.status === 0 && !(error instanceof TimedOut),
      networkMode: 'always',
    },
    // Without a network a call fails and says so, instead of waiting in silence for one.
    mutations: { networkMode: 'always' },
  },
})

// The library listens for visibility alone; a window that regains focus beside another one counts too.
focusManager.setEventListener((handleFocus) => {
  const refetch = () => handleFocus()
  window.addEventListener('focus', refetch)
  document.addEventListener('visibilitychange', refetch)
  return () => {
    window.removeEventListener('focus', refetch)
    document.removeEventListener('visibilitychange', refetch)
  }
})
