/** What all tests have in common, the short and the long ones. */
export const common = {
  // On two cores: the tests that wait leave room for a third.
  maxWorkers: 3,
  globalSetup: 'tests/template.ts',
  setupFiles: 'tests/setup.ts',
  hookTimeout: 120_000,
  expect: { poll: { timeout: 50_000 } },
}

/** Too long for `npm test`: `.ci/run` runs them on each change, and `npm run test:deep` at night. */
export const LONG_FILES = [
  'tests/api/{boundaries,bulk-undo,erasing-beside-others,joining,kept-from-picking,line}.test.ts',
  'tests/api/{meaning-of-picks,sample-data,sealed-picks,slot-names}.test.ts',
  'tests/auth/{secrets,second-factor-{erasing,mails,secrets}}.test.ts',
  'tests/operations/{backup,backups,beside-server,export-beside-erasing,export-import,import-hostile-file}.test.ts',
  'tests/operations/{operation-elsewhere,rebuild-under-load,reset-admin,restore,rotate-keys,tampered-postgres}.test.ts',
  'tests/platform/{database-embedded,database-server,database-sessions,log-owner,migrations,standby-away}.test.ts',
  'tests/platform/eventstoredb-{faults,start}.test.ts',
  'tests/projections/{log-order,points,poison,season-past,stopped-process,two-applications,verify-tables}.test.ts',
  'tests/start/{data-folder,database-away}.test.ts',
  'tests/scheduler/{daily-reminder-zones,mail-faults,mail-hostile,messages,refused-addresses,two-schedulers}.test.ts',
  'tests/security/{erased-traces,foreign-links,sign-in-timing}.test.ts',
]

/** Too long for each change: `npm run test:deep` at night. */
export const NIGHT_FILES = [
  'tests/deep/crash/backup.test.ts',
  'tests/platform/eventstoredb-{down,silent-leader,subscription}.test.ts',
  'tests/operations/backups-large.test.ts',
  'tests/start/{event-store-away,memory}.test.ts',
  'tests/scheduler/untold-mails.test.ts',
  'tests/security/sealed-twins.test.ts',
]

/** Of those with a browser. */
export const LONG_BROWSER_FILES = [
  'tests/browser/{admin,disputes,joining,podium,season,session-end,translated}.test.ts',
  'tests/security/hostile-names.test.ts',
]
export const NIGHT_BROWSER_FILES = ['tests/browser/{copying,keyboard,restricted-browsers,sports}.test.ts']

/** Of the screens, dialogs that take many steps, and pages that an admin rarely opens. */
export const LONG_SCREEN_FILES = [
  'web/admin/account/account-dialog.test.ts',
  'web/admin/area/{admin-area,dev-tools-banner}.test.ts',
  'web/admin/history/history-page.test.ts',
  'web/admin/operations/operations-page.test.ts',
  'web/admin/outbox/outbox.test.ts',
  'web/admin/overview/overview-page.test.ts',
  'web/admin/paste-players/paste-players-dialog.test.ts',
  'web/admin/picks/manage-picks-page.test.ts',
  'web/admin/participants/participants-page.test.ts',
  'web/admin/players/{erase-player-dialog,players-page}.test.ts',
  'web/admin/preview/previews.test.ts',
  'web/admin/round-mail/round-mail-dialog.test.ts',
  'web/admin/rules/rules-dialog.test.ts',
  'web/admin/seasons/seasons-page.test.ts',
  'web/admin/second-factor/second-factor.test.ts',
  'web/join/join-pages.test.ts',
  'web/admin/settings/{admins/admins-tab,email/email-tab}.test.ts',
  'web/admin/sports/{activate/activate-several,edit/opening-dialog,result/complete-dialog,sports-page,sports-refused,team-names}.test.ts',
]

/**
 * Files share processes (decision 022), and `tests/setup.ts` looks after each that it leaves nothing behind. Playwright makes
 * every promise of a process slower for good, so files with a browser share processes of their own, and so do those with a document.
 */
export const SERVER = { name: 'server', isolate: false }
export const BROWSER = { name: 'browser', isolate: false }
export const SCREENS = { name: 'screens', isolate: false, environment: './web/testing/environment.ts' }
