import { Route, Routes } from 'react-router'
import { askForHome, askForPick } from './public-queries.ts'
import { App } from './shell/app.tsx'
import { lazyScreen } from './shell/lazy-screen.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'

const HomePage = lazyScreen('HomePage', () => {
  void askForHome(new URLSearchParams(location.search).get('season'))
  return import('./home/home-page.tsx')
})
const PickPage = lazyScreen('PickPage', () => {
  askForPick(location.pathname.split('/').at(-1) ?? '')
  return import('./pick/pick-page.tsx')
})
const ReceiptPage = lazyScreen('ReceiptPage', () => import('./receipt/receipt-page.tsx'))
const AdminRoutes = lazyScreen('AdminRoutes', () => import('./admin/admin-routes.tsx'))

/** Without the library's data router, which is twice the size of the rest of it (decision 036). */
export function Router() {
  return (
    <Routes>
      <Route element={<App />}>
        <Route index element={<HomePage />} />
        <Route path="pick/:token" element={<PickPage />} />
        <Route path="receipt/:code" element={<ReceiptPage />} />
        <Route path="admin/*" element={<AdminRoutes />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
