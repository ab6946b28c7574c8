/** What all tests have in common, the short and the long ones. */
export const common = {
  // On two cores: the tests that wait leave room for a third.
  maxWorkers: 3,
  globalSetup: 'tests/template.ts',
  setupFiles: 'tests/setup.ts',
  hookTimeout: 120_000,
  expect: { poll: { timeout: 50_000 } },
}

/** Of what is no long proof, the files that `npm test` has not the time for. They are in `npm run test:deep`, and CI runs them. */
export const LONG_FILES = [
  'tests/api/{bulk-undo,erasing-beside-others,kept-from-picking,line}.test.ts',
  'tests/api/{meaning-of-picks,sample-data,sealed-picks}.test.ts',
  'tests/auth/{secrets,second-factor-{erasing,mails,secrets}}.test.ts',
  'tests/operations/{backup,beside-server,export-beside-erasing,export-import,import-hostile-file}.test.ts',
  'tests/operations/{operation-elsewhere,rebuild-under-load,reset-admin,restore,rotate-keys,tampered-postgres}.test.ts',
  'tests/platform/{database-server,database-sessions,log-owner,migrations}.test.ts',
  'tests/platform/eventstoredb-{down,faults,silent-leader,start,subscription}.test.ts',
  'tests/projections/{poison,season-past,stopped-process,two-applications,verify-tables}.test.ts',
  'tests/start/{data-folder,database-away,event-store-away}.test.ts',
  'tests/scheduler/{mail-faults,mail-hostile,two-schedulers,daily-reminder-zones}.test.ts',
  'tests/security/{erased-traces,sealed-twins,sign-in-timing}.test.ts',
]

/** Of those with a browser. */
export const LONG_BROWSER_FILES = [
  'tests/browser/{disputes,keyboard,restricted-browsers,season,translated}.test.ts',
  'tests/security/hostile-names.test.ts',
]

/** Of the screens, dialogs that take many steps, and pages that an admin rarely opens. */
export const LONG_SCREEN_FILES = [
  'web/admin/area/dev-tools-banner.test.ts',
  'web/admin/history/history-page.test.ts',
  'web/admin/operations/operations-page.test.ts',
  'web/admin/outbox/outbox.test.ts',
  'web/admin/overview/overview-page.test.ts',
  'web/admin/paste-players/paste-players-dialog.test.ts',
  'web/admin/picks/manage-picks-page.test.ts',
  'web/admin/players/erase-player-dialog.test.ts',
  'web/admin/preview/previews.test.ts',
  'web/admin/round-mail/round-mail-dialog.test.ts',
  'web/admin/rules/rules-dialog.test.ts',
  'web/admin/seasons/seasons-page.test.ts',
  'web/admin/second-factor/second-factor.test.ts',
  'web/admin/sports/{activate/activate-several,edit/opening-dialog,result/complete-dialog,sports-refused}.test.ts',
]

/**
 * Files share processes (decision 022), and `tests/setup.ts` looks after each that it leaves nothing behind. Playwright makes
 * every promise of a process slower for good, so files with a browser share processes of their own, and so do those with a document.
 */
export const SERVER = { name: 'server', isolate: false }
export const BROWSER = { name: 'browser', isolate: false }
export const SCREENS = { name: 'screens', isolate: false, environment: './web/testing/environment.ts' }
