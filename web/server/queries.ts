import { focusManager, QueryClient } from '@tanstack/react-query'
import { useSession } from '../session.ts'
import { isOfAdmin } from './api.ts'
import { ClientError, TimedOut } from './request.ts'

/** Retries a call once, but not a refused call or a timeout. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: 'always',
      retry: (failures, error) =>
        failures < 1 && error instanceof ClientError && error.status === 0 && !(error instanceof TimedOut),
      networkMode: 'always',
    },
    // Without a network a call fails and says so, instead of waiting in silence.
    mutations: { networkMode: 'always' },
  },
})

// The library listens only for visibility. A visible window that regains focus counts too.
focusManager.setEventListener((handleFocus) => {
  const refetch = () => handleFocus()
  window.addEventListener('focus', refetch)
  document.addEventListener('visibilitychange', refetch)
  return () => {
    window.removeEventListener('focus', refetch)
    document.removeEventListener('visibilitychange', refetch)
  }
})

// What an admin saw goes with the session.
useSession.subscribe((session, before) => {
  if (session.token === null && before.token !== null)
    queryClient.removeQueries({ predicate: ({ queryKey }) => isOfAdmin(queryKey) })
})
