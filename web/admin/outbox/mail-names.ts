const names: Record<string, string> = {
  'pick-link': 'Pick link',
  'pick-links': 'Pick links',
  reminder: 'Reminder',
  'final-reminder': 'Final reminder',
  'lock-moved': 'Lock time moved',
  'pick-entered': 'Pick changed by an admin',
  'pick-cleared': 'Pick cleared by an admin',
  'looked-at': 'Pick looked at',
  'link-copied': 'Link copied',
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
