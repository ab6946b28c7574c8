import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { NoticeList } from './notice-list.tsx'
import { RenderGuard } from './render-guard.tsx'

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
