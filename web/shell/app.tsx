import { Suspense, useLayoutEffect } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { NoticeList } from './notice-list.tsx'
import { PageLoading } from './page-loading.tsx'
import { RenderGuard } from './render-guard.tsx'

export function App() {
  const { pathname } = useLocation()
  useScrollToTop(pathname)
  return (
    <>
      <RenderGuard pathname={pathname}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </RenderGuard>
      <NoticeList />
    </>
  )
}

/** On a new page. Where somebody was on a page that they come back to, the browser knows. */
function useScrollToTop(pathname: string) {
  const comesBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is new when its path is.
  useLayoutEffect(() => {
    if (!comesBack) window.scrollTo(0, 0)
  }, [pathname])
}
