const names: Record<string, string> = {
  'pick-link': 'Pick link',
  'pick-links': 'Pick links',
  reminder: 'Reminder',
  'final-reminder': 'Final reminder',
  'lock-moved': 'Lock time moved',
  cancelled: 'Sport cancelled',
  reinstated: 'Sport reinstated',
  'pick-entered': 'Pick changed by an admin',
  'picks-locked': 'Picks are locked',
  results: 'Results',
  'points-changed': 'Points changed',
  'season-ended': 'Season ended',
  'season-reopened': 'Season open again',
  'sign-in': 'Login link',
  'reset-password': 'Password reset',
  'email-changed': 'Email changed',
  'second-factor-changed': 'Second factor changed',
  test: 'Test',
}

export const mailName = (template: string) => names[template] ?? 'Mail'
