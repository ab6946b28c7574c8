import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'

/**
 * Each screen's code loads when it is first opened. `lazy` is a function on purpose: as an object the router shows
 * nothing when a file does not arrive.
 */
const loading = (load: () => Promise<ComponentType>) => ({ lazy: async () => ({ Component: await load() }) })
const screen = (path: string, load: () => Promise<ComponentType>): RouteObject => ({ path, ...loading(load) })

export const adminRoutes: RouteObject[] = [
  screen('login', async () => (await import('./sign-in/login-page.tsx')).LoginPage),
  screen(
    'forgot-password',
    async () => (await import('./sign-in/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  screen('reset-password', async () => (await import('./sign-in/reset-password-page.tsx')).ResetPasswordPage),
  {
    ...loading(async () => (await import('./area/admin-area.tsx')).AdminArea),
    children: [
      { index: true, ...loading(async () => (await import('./area/admin-start.tsx')).AdminStart) },
      screen(
        'getting-started',
        async () => (await import('./getting-started/getting-started-page.tsx')).GettingStartedPage,
      ),
      screen('users', async () => (await import('./players/players-page.tsx')).PlayersPage),
      screen('seasons', async () => (await import('./seasons/seasons-page.tsx')).SeasonsPage),
      screen(
        'seasons/:seasonId',
        async () => (await import('./participants/participants-page.tsx')).ParticipantsPage,
      ),
      screen('rounds', async () => (await import('./sports/sports-page.tsx')).SportsPage),
      screen('manage-picks', async () => (await import('./picks/manage-picks-page.tsx')).ManagePicksPage),
      screen('history', async () => (await import('./history/history-page.tsx')).HistoryPage),
      screen('operations', async () => (await import('./operations/operations-page.tsx')).OperationsPage),
      {
        path: 'settings',
        ...loading(async () => (await import('./settings/settings-page.tsx')).SettingsPage),
        children: [
          {
            index: true,
            ...loading(async () => (await import('./settings/customize-tab.tsx')).CustomizeTab),
          },
          screen('email', async () => (await import('./settings/email-tab.tsx')).EmailTab),
          screen('admins', async () => (await import('./settings/admins-tab.tsx')).AdminsTab),
        ],
      },
      screen('*', async () => (await import('./area/admin-start.tsx')).UnknownAdminPath),
    ],
  },
]
