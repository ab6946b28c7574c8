import type { RouteObject } from 'react-router'

/** Everything under /admin. Each screen's code arrives when it is first opened. */
export const adminRoutes: RouteObject[] = [
  {
    path: 'login',
    lazy: { Component: async () => (await import('./sign-in/login-page.tsx')).LoginPage },
  },
  {
    path: 'forgot-password',
    lazy: {
      Component: async () => (await import('./sign-in/forgot-password-page.tsx')).ForgotPasswordPage,
    },
  },
  {
    path: 'reset-password',
    lazy: {
      Component: async () => (await import('./sign-in/reset-password-page.tsx')).ResetPasswordPage,
    },
  },
  {
    lazy: { Component: async () => (await import('./area/admin-area.tsx')).AdminArea },
    children: [
      {
        index: true,
        lazy: { Component: async () => (await import('./area/admin-start.tsx')).AdminStart },
      },
      {
        path: 'getting-started',
        lazy: {
          Component: async () =>
            (await import('./getting-started/getting-started-page.tsx')).GettingStartedPage,
        },
      },
      {
        path: 'users',
        lazy: { Component: async () => (await import('./players/players-page.tsx')).PlayersPage },
      },
      {
        path: 'seasons',
        lazy: { Component: async () => (await import('./seasons/seasons-page.tsx')).SeasonsPage },
      },
      {
        path: 'seasons/:seasonId',
        lazy: {
          Component: async () => (await import('./participants/participants-page.tsx')).ParticipantsPage,
        },
      },
      {
        path: 'rounds',
        lazy: { Component: async () => (await import('./sports/sports-page.tsx')).SportsPage },
      },
      {
        path: 'manage-picks',
        lazy: { Component: async () => (await import('./picks/manage-picks-page.tsx')).ManagePicksPage },
      },
      {
        path: 'history',
        lazy: { Component: async () => (await import('./history/history-page.tsx')).HistoryPage },
      },
      {
        path: 'operations',
        lazy: { Component: async () => (await import('./operations/operations-page.tsx')).OperationsPage },
      },
      {
        path: 'settings',
        lazy: { Component: async () => (await import('./settings/settings-page.tsx')).SettingsPage },
        children: [
          {
            index: true,
            lazy: { Component: async () => (await import('./settings/customize-tab.tsx')).CustomizeTab },
          },
          {
            path: 'email',
            lazy: { Component: async () => (await import('./settings/email-tab.tsx')).EmailTab },
          },
          {
            path: 'admins',
            lazy: { Component: async () => (await import('./settings/admins-tab.tsx')).AdminsTab },
          },
        ],
      },
      {
        path: '*',
        lazy: { Component: async () => (await import('./area/admin-start.tsx')).UnknownAdminPath },
      },
    ],
  },
]
