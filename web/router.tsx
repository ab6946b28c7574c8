import { Route, Routes } from 'react-router'
import { pathHere } from './browser/base-path.ts'
import { askForHome, askForPick } from './server/public-queries.ts'
import { App } from './shell/app.tsx'
import { lazyScreen } from './shell/lazy-screen.tsx'

async function askForThisHome() {
  const season = await askForHome(new URLSearchParams(location.search).get('season'))
  // Drawn with the table, or it would push that down.
  if (season?.ended_at) await import('./home/season-ended.tsx').catch(() => null)
  return season
}
const askForThisPick = () => askForPick(location.pathname.split('/').at(-1) ?? '')

const HomePage = lazyScreen('HomePage', () => {
  void askForThisHome()
  return import('./home/home-page.tsx')
})
const PickPage = lazyScreen('PickPage', () => {
  void askForThisPick()
  return import('./pick/pick-page.tsx')
})
const MyPage = lazyScreen('MyPage', () => import('./me/my-page.tsx'))
const RecordPage = lazyScreen('RecordPage', () => import('./record/record-page.tsx'))
const RulesPage = lazyScreen('RulesPage', () => import('./rules/rules-page.tsx'))
const CalendarPage = lazyScreen('CalendarPage', () => import('./calendar/calendar-page.tsx'))
const HallPage = lazyScreen('HallPage', () => import('./hall/hall-page.tsx'))
const PlayerPage = lazyScreen('PlayerPage', () => import('./hall/player-page.tsx'))
const StoryPage = lazyScreen('StoryPage', () => import('./story/story-page.tsx'))
const SportPage = lazyScreen('SportPage', () => import('./sport/sport-page.tsx'))
const SeldomRoutes = lazyScreen('SeldomRoutes', () => import('./seldom-routes.tsx'))
const AdminRoutes = lazyScreen('AdminRoutes', () => import('./admin/admin-routes.tsx'))

/** Ends when the page at this address can be drawn with its data. Rejects where its code does not come. */
export async function loadThisPage(): Promise<void> {
  const path = pathHere()
  if (path === '/') {
    const [season] = await Promise.all([askForThisHome(), HomePage.load()])
    if (season) await (await import('./home/home-page.tsx')).loadPicture(season.id)
  }
  if (path.startsWith('/pick/')) await Promise.all([PickPage.load(), askForThisPick()])
}

/** Without the library's data router, which is twice the size of the rest of it (decision 036). */
export function Router() {
  return (
    <Routes>
      <Route element={<App />}>
        <Route index element={<HomePage />} />
        <Route path="pick/:token" element={<PickPage />} />
        <Route path="pick/:token/story" element={<StoryPage />} />
        <Route path="seasons/:seasonId/sports/:roundId" element={<SportPage />} />
        <Route path="seasons/:seasonId/sports/:roundId/players/:playerId" element={<StoryPage />} />
        <Route path="me/:token" element={<MyPage />} />
        <Route path="rules" element={<RulesPage />} />
        <Route path="calendar" element={<CalendarPage />} />
        <Route path="record" element={<RecordPage />} />
        <Route path="champions" element={<HallPage />} />
        <Route path="players/:id" element={<PlayerPage />} />
        <Route path="admin/*" element={<AdminRoutes />} />
        <Route path="*" element={<SeldomRoutes />} />
      </Route>
    </Routes>
  )
}
