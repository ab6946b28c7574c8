import { createBrowserRouter, type RouteObject } from 'react-router'
import { askForHome, askForPick } from './public-queries.ts'
import { queryClient } from './queries.ts'
import { useSession } from './session.ts'
import { App } from './shell/app.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PageLoading } from './shell/page-loading.tsx'
import { RouteErrorScreen } from './shell/route-error-screen.tsx'

// `lazy` is a function on purpose: as an object the router shows nothing when a file does not arrive.
const routes: RouteObject[] = [
  {
    id: 'app',
    Component: App,
    ErrorBoundary: RouteErrorScreen,
    HydrateFallback: PageLoading,
    children: [
      {
        index: true,
        loader: ({ request }) => {
          void askForHome(new URL(request.url).searchParams.get('season'))
          return null
        },
        lazy: async () => ({ Component: (await import('./home/home-page.tsx')).HomePage }),
      },
      {
        path: 'pick/:token',
        loader: ({ params }) => {
          askForPick(params.token ?? '')
          return null
        },
        lazy: async () => ({ Component: (await import('./pick/pick-page.tsx')).PickPage }),
      },
      {
        path: 'receipt/:code',
        lazy: async () => ({ Component: (await import('./receipt/receipt-page.tsx')).ReceiptPage }),
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]

export const router = createBrowserRouter(routes, {
  // The list of admin screens is long, and players never need it.
  patchRoutesOnNavigation: async ({ path, patch }) => {
    if (!path.startsWith('/admin')) return
    const { adminRoutes } = await import('./admin/admin-routes.ts')
    patch('app', [{ path: 'admin', children: adminRoutes }])
  },
})

// Signing out on an admin page, also by the server, leads to the login.
useSession.subscribe((session, before) => {
  if (session.token !== null || before.token === null) return
  queryClient.removeQueries({ queryKey: ['admin'] })
  const { pathname } = router.state.location
  if (pathname.startsWith('/admin') && pathname !== '/admin/login') void router.navigate('/admin/login')
})
