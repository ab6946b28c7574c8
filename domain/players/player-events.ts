import { type Descriptors, undoBy } from '../event-descriptor.ts'
import { ofAnother, ofEverParticipant, ofParticipant } from '../record/record-rules.ts'
import {
  deactivatePlayer,
  editPlayer,
  type Player,
  type PlayerEvent,
  presentPlayer,
  reactivatePlayer,
} from './player.ts'

export const PLAYER_EVENTS = {
  PlayerAdded: { safe: ['playerId'], undo: 'player-deleted-instead' },
  PlayerRenamed: {
    updatesBoards: 'seasons of the player',
    record: { as: 'name_taken_over', when: ofAnother },
    undo: ({ before, now }) => editPlayer(now, { ...presentPlayer(now), name: presentPlayer(before).name }),
    whenUndone: ({ name }) => `The player is called ${name} again`,
  },
  PlayerEmailChanged: {
    record: { as: 'address_changed', when: ofEverParticipant, tellsOpen: true },
    undo: ({ before, now }) => editPlayer(now, { ...presentPlayer(now), email: presentPlayer(before).email }),
    whenUndone: 'The email address is as it was before',
  },
  PlayerDeactivated: {
    updatesBoards: 'seasons of the player',
    presence: 'changes',
    record: { as: 'participant_deactivated', when: ofParticipant },
    about: 'player active',
    undo: ({ now }) => reactivatePlayer(now),
    whenUndone: 'The player is no longer active',
  },
  PlayerReactivated: {
    updatesBoards: 'seasons of the player',
    presence: 'changes',
    record: { as: 'participant_activated', when: ofParticipant },
    about: 'player active',
    undo: ({ now }) => deactivatePlayer(now),
    whenUndone: 'The player is active again',
  },
  MailDeclined: { safe: ['topic'], undo: 'mail-topics-of-the-player' },
  MailWelcomed: { safe: ['topic'], undo: 'mail-topics-of-the-player' },
  PickLinksRequested: {
    safe: ['seasonId', 'requestedAt'],
    undo: 'mail-gone-out',
  },
  PlayerLinksReplaced: { safe: ['generation'], undo: 'links-stay-replaced' },
  PlayerRemoved: {
    updatesBoards: 'seasons of the player',
    presence: 'ends',
    record: { as: 'participant_removed', when: ofParticipant, changesPoints: true },
    undo: 'player-added-again-instead',
  },
} as const satisfies Descriptors<PlayerEvent, Player>

export const undoPlayer = undoBy<PlayerEvent, Player, undefined>(PLAYER_EVENTS)
