import { Navigate, Route, Routes } from 'react-router'
import { AdminArea } from './area/admin-area.tsx'
import { AdminStart } from './area/admin-start.tsx'
import { GettingStartedPage } from './getting-started/getting-started-page.tsx'
import { HistoryPage } from './history/history-page.tsx'
import { OperationsPage } from './operations/operations-page.tsx'
import { MailPage } from './outbox/mail-page.tsx'
import { ParticipantsPage } from './participants/participants-page.tsx'
import { ManagePicksPage } from './picks/manage-picks-page.tsx'
import { PlayersPage } from './players/players-page.tsx'
import { SeasonsPage } from './seasons/seasons-page.tsx'
import { AdminsTab } from './settings/admins/admins-tab.tsx'
import { CustomizeTab } from './settings/customize-tab.tsx'
import { EmailTab } from './settings/email/email-tab.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { SportsPage } from './sports/sports-page.tsx'

export function SignedInRoutes() {
  return (
    <Routes>
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
