import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { NoticeList } from './notice-list.tsx'
import { RenderGuard } from './render-guard.tsx'

/** Around every page. A page that fails to render takes down neither the notices nor the way home. */
export function App() {
  const { pathname } = useLocation()
  return (
    <>
      <RenderGuard pathname={pathname}>
        <Outlet />
      </RenderGuard>
      <NoticeList />
      <ScrollRestoration />
    </>
  )
}
