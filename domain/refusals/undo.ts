import type { Refusals } from '../refusal.ts'

/** Why an event is irreversible, or what to do instead. */
// biome-ignore format: a table reads best as one
export const IRREVERSIBLE = {
  'admins-change-in-settings': ['wrong_state', 'Change admin accounts in Settings, under Admins'],
  'answer-came-with-result': ['wrong_state', 'The answer came with the result. Undo the result instead'],
  'cancel-again-instead': ['wrong_state', 'Cancel the sport again instead, and give a reason'],
  'deleted-for-ever': ['wrong_state', 'What was deleted for ever cannot come back'],
  'download-stays': ['wrong_state', 'A download cannot be undone'],
  'end-again-instead': ['wrong_state', 'End the season again instead, so that its winners are counted again'],
  'ended-season-keeps-rules': ['wrong_state', 'A season that has ended keeps its rules. Undo its end instead'],
  'export-stays': ['wrong_state', 'An export cannot be undone'],
  'guess-changes-instead': ['wrong_state', 'The player can change the guess, or an admin can enter another'],
  'key-stays-replaced': ['wrong_state', 'A key that was replaced does not work again'],
  'links-stay-replaced': ['wrong_state', 'A link that was replaced does not work again'],
  'log-stays': ['wrong_state', 'The log stays with this installation'],
  'looked-at': ['wrong_state', 'What was looked at cannot be unseen'],
  'mail-gone-out': ['wrong_state', 'Its mail has gone out and cannot be called back'],
  'mail-topics-of-the-player': ['wrong_state', 'Only the player decides about this kind of mail'],
  'message-to-send-again': ['wrong_state', 'Send the message again instead'],
  'nothing-changed': ['wrong_state', 'It changed nothing that could be undone'],
  'open-join-link-instead': ['wrong_state', 'A join link that was closed stays closed. Open a new one'],
  'opening-passed': ['wrong_state', 'Its time has passed. Schedule another one, or activate the sport'],
  'pick-changes-instead': ['wrong_state', 'The player can change the pick, or an admin can enter another'],
  'picks-seen': ['wrong_state', 'Everybody has seen the picks since the lock'],
  'player-added-again-instead': ['wrong_state', 'Add the player again instead'],
  'player-deleted-instead': ['wrong_state', 'Delete or deactivate the player instead'],
  'season-deleted-instead': ['wrong_state', 'A season that was created is deleted instead'],
  'show-picks-instead': ['wrong_state', 'Use Show Picks to Admins instead, and give a reason'],
  'sport-deleted-instead': ['wrong_state', 'A sport that was created is deleted instead'],
  'team-renamed-instead': ['wrong_state', 'A name that was given up does not come back. Rename the team once more'],
} as const satisfies Refusals

// biome-ignore format: a table reads best as one
export const UNDO_REFUSALS = {
  'undo-of-admins-only': ['wrong_state', 'Only what an admin did can be undone'],
  'undo-needs-reason': ['invalid', 'Say why you undo this: everybody can read the reason', 'reason'],
  'undo-cleared-pick': ['wrong_state', 'Undo the cleared pick instead'],
  'undone-already': ['wrong_state', 'There is nothing left to undo'],
  'changed-later': ['wrong_state', 'It was changed again later'],
  'changed-later-by': ['wrong_state', ({ change }: { change: string }) => `It was changed again later: ${change}`],
  'copies-changed-later': ['wrong_state', ({ sports }: { sports: string[] }) => `Nothing was undone. Changed since they were copied: ${sports.join(', ')}`],
} as const satisfies Refusals
