import { adminCalls } from '../contract/admins.ts'
import { authCalls } from '../contract/auth.ts'
import type { Calls } from '../contract/calls.ts'
import { explanationCalls } from '../contract/explanations.ts'
import { healthCalls } from '../contract/health.ts'
import { historyCalls } from '../contract/history.ts'
import { leaderboardCalls } from '../contract/leaderboards.ts'
import { operationCalls } from '../contract/operations.ts'
import { outboxCalls } from '../contract/outbox.ts'
import { pickCalls } from '../contract/picks.ts'
import { playerCalls } from '../contract/players.ts'
import { previewCalls } from '../contract/previews.ts'
import { receiptCalls } from '../contract/receipts.ts'
import { roundMailCalls } from '../contract/round-mail.ts'
import { roundCalls } from '../contract/rounds.ts'
import { sampleDataCalls } from '../contract/sample-data.ts'
import { seasonCalls } from '../contract/seasons.ts'
import { secondFactorCalls } from '../contract/second-factor.ts'
import { sessionCalls } from '../contract/sessions.ts'
import { settingsCalls } from '../contract/settings.ts'
import { undoCalls } from '../contract/undo.ts'

type Section = { name: string; description: string; calls: Calls }

/** The sections of the description, and in each the calls, in the order in which a season is played. */
export const SECTIONS: readonly Section[] = [
  {
    name: 'Settings',
    description: 'Title and texts, what a place is worth, and when reminders go out.',
    calls: settingsCalls,
  },
  {
    name: 'Signing in',
    description: 'The main admin signs in with a password, other admins through a link by mail.',
    calls: { ...authCalls, ...secondFactorCalls, ...sessionCalls },
  },
  { name: 'Admins', description: 'The main admin adds and removes other admins.', calls: adminCalls },
  {
    name: 'Players',
    description: 'Players have no login. Each gets a personal link by mail.',
    calls: playerCalls,
  },
  {
    name: 'Seasons',
    description: 'A season has participants and sports. It ends with its winners.',
    calls: seasonCalls,
  },
  {
    name: 'Sports',
    description:
      'A sport is called round in paths and fields. It goes from draft to active, locked and completed.',
    calls: roundCalls,
  },
  { name: 'Mail of a sport', description: 'Reminders and links to single players.', calls: roundMailCalls },
  {
    name: 'Picks',
    description: 'The token at the end of a personal link is the only credential that a player needs.',
    calls: { ...pickCalls, ...receiptCalls },
  },
  {
    name: 'Standings',
    description: 'Points and ranks, now and at any time in the past.',
    calls: { ...leaderboardCalls, ...explanationCalls },
  },
  {
    name: 'Previews',
    description: 'What a change would do to the standings. Nothing is saved.',
    calls: previewCalls,
  },
  {
    name: 'History',
    description: 'Everything that admins and players did, and the way to undo it.',
    calls: { ...historyCalls, ...undoCalls },
  },
  { name: 'Outbox', description: 'All mail, and whether it was sent.', calls: outboxCalls },
  {
    name: 'Operations',
    description: 'Checking, rebuilding and exporting the whole league.',
    calls: operationCalls,
  },
  {
    name: 'Sample data',
    description: 'A season to try things out. Only with `ENABLE_DEV_TOOLS`.',
    calls: sampleDataCalls,
  },
  { name: 'Health', description: 'For monitoring and load balancers.', calls: healthCalls },
]
