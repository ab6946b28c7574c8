import type { RouteObject } from 'react-router'

/**
 * Each screen's code loads when it is first opened. `lazy` is a function on purpose: as an object the router shows
 * nothing when a file does not arrive.
 */
export const adminRoutes: RouteObject[] = [
  {
    path: 'login',
    lazy: async () => ({ Component: (await import('./sign-in/login-page.tsx')).LoginPage }),
  },
  {
    path: 'forgot-password',
    lazy: async () => ({
      Component: (await import('./sign-in/forgot-password-page.tsx')).ForgotPasswordPage,
    }),
  },
  {
    path: 'reset-password',
    lazy: async () => ({ Component: (await import('./sign-in/reset-password-page.tsx')).ResetPasswordPage }),
  },
  {
    lazy: async () => ({ Component: (await import('./area/admin-area.tsx')).AdminArea }),
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./area/admin-start.tsx')).AdminStart }),
      },
      {
        path: 'getting-started',
        lazy: async () => ({
          Component: (await import('./getting-started/getting-started-page.tsx')).GettingStartedPage,
        }),
      },
      {
        path: 'users',
        lazy: async () => ({ Component: (await import('./players/players-page.tsx')).PlayersPage }),
      },
      {
        path: 'seasons',
        lazy: async () => ({ Component: (await import('./seasons/seasons-page.tsx')).SeasonsPage }),
      },
      {
        path: 'seasons/:seasonId',
        lazy: async () => ({
          Component: (await import('./participants/participants-page.tsx')).ParticipantsPage,
        }),
      },
      {
        path: 'rounds',
        lazy: async () => ({ Component: (await import('./sports/sports-page.tsx')).SportsPage }),
      },
      {
        path: 'manage-picks',
        lazy: async () => ({ Component: (await import('./picks/manage-picks-page.tsx')).ManagePicksPage }),
      },
      {
        path: 'history',
        lazy: async () => ({ Component: (await import('./history/history-page.tsx')).HistoryPage }),
      },
      {
        path: 'operations',
        lazy: async () => ({ Component: (await import('./operations/operations-page.tsx')).OperationsPage }),
      },
      {
        path: 'settings',
        lazy: async () => ({ Component: (await import('./settings/settings-page.tsx')).SettingsPage }),
        children: [
          {
            index: true,
            lazy: async () => ({ Component: (await import('./settings/customize-tab.tsx')).CustomizeTab }),
          },
          {
            path: 'email',
            lazy: async () => ({ Component: (await import('./settings/email-tab.tsx')).EmailTab }),
          },
          {
            path: 'admins',
            lazy: async () => ({ Component: (await import('./settings/admins-tab.tsx')).AdminsTab }),
          },
        ],
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./area/admin-start.tsx')).UnknownAdminPath }),
      },
    ],
  },
]
