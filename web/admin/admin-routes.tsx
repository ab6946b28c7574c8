import { Navigate, Route, Routes } from 'react-router'
import { lazyScreen } from '../shell/lazy-screen.tsx'

const LoginPage = lazyScreen('LoginPage', () => import('./sign-in/login-page.tsx'))
const ForgotPasswordPage = lazyScreen(
  'ForgotPasswordPage',
  () => import('./sign-in/forgot-password-page.tsx'),
)
const ResetPasswordPage = lazyScreen('ResetPasswordPage', () => import('./sign-in/reset-password-page.tsx'))
const AdminArea = lazyScreen('AdminArea', () => import('./area/admin-area.tsx'))
const AdminStart = lazyScreen('AdminStart', () => import('./area/admin-start.tsx'))
const GettingStartedPage = lazyScreen(
  'GettingStartedPage',
  () => import('./getting-started/getting-started-page.tsx'),
)
const PlayersPage = lazyScreen('PlayersPage', () => import('./players/players-page.tsx'))
const SeasonsPage = lazyScreen('SeasonsPage', () => import('./seasons/seasons-page.tsx'))
const ParticipantsPage = lazyScreen('ParticipantsPage', () => import('./participants/participants-page.tsx'))
const SportsPage = lazyScreen('SportsPage', () => import('./sports/sports-page.tsx'))
const ManagePicksPage = lazyScreen('ManagePicksPage', () => import('./picks/manage-picks-page.tsx'))
const HistoryPage = lazyScreen('HistoryPage', () => import('./history/history-page.tsx'))
const MailPage = lazyScreen('MailPage', () => import('./outbox/mail-page.tsx'))
const OperationsPage = lazyScreen('OperationsPage', () => import('./operations/operations-page.tsx'))
const SettingsPage = lazyScreen('SettingsPage', () => import('./settings/settings-page.tsx'))
const CustomizeTab = lazyScreen('CustomizeTab', () => import('./settings/customize-tab.tsx'))
const EmailTab = lazyScreen('EmailTab', () => import('./settings/email-tab.tsx'))
const AdminsTab = lazyScreen('AdminsTab', () => import('./settings/admins-tab.tsx'))

export function AdminRoutes() {
  return (
    <Routes>
      <Route path="login" element={<LoginPage />} />
      <Route path="forgot-password" element={<ForgotPasswordPage />} />
      <Route path="reset-password" element={<ResetPasswordPage />} />
      <Route element={<AdminArea />}>
        <Route index element={<AdminStart />} />
        <Route path="getting-started" element={<GettingStartedPage />} />
        <Route path="users" element={<PlayersPage />} />
        <Route path="seasons" element={<SeasonsPage />} />
        <Route path="seasons/:seasonId" element={<ParticipantsPage />} />
        <Route path="rounds" element={<SportsPage />} />
        <Route path="manage-picks" element={<ManagePicksPage />} />
        <Route path="mail" element={<MailPage />} />
        <Route path="history" element={<HistoryPage />} />
        <Route path="operations" element={<OperationsPage />} />
        <Route path="settings" element={<SettingsPage />}>
          <Route index element={<CustomizeTab />} />
          <Route path="email" element={<EmailTab />} />
          <Route path="admins" element={<AdminsTab />} />
        </Route>
        <Route path="*" element={<Navigate to="/admin" replace />} />
      </Route>
    </Routes>
  )
}
