import type { ErasureEvent, Erasures } from '../erasure.ts'
import type { Descriptors } from '../event-descriptor.ts'
import { ofParticipant } from '../record/record-rules.ts'
import type { Admin, AdminEvent } from './admin.ts'
import type { Admins, AdminsEvent } from './admins.ts'

const undo = 'admins-change-in-settings'

/** Their commands change the roster too, which needs no words of its own. */
const wholeCommand = true

export const ADMIN_EVENTS = {
  AdminAdded: { safe: ['adminId', 'isMain'], wholeCommand, undo },
  AdminSetupCompleted: { wholeCommand, undo },
  AdminRenamed: { undo },
  AdminEmailChanged: { wholeCommand, undo },
  AdminPasswordChanged: { undo },
  AdminSignedIn: { kind: 'sign-ins', safe: ['by', 'failures', 'and', 'wrongCodes'], undo },
  AdminSignInLocked: { kind: 'sign-ins', safe: ['failures', 'wrongCodes'], undo },
  AdminLinkMailed: { kind: 'sign-ins', safe: ['link'], undo },
  AdminSignedOut: { undo },
  SecondFactorTurnedOn: { undo },
  SecondFactorTurnedOff: { undo },
  SecondFactorReset: { undo },
  RecoveryCodesReplaced: { undo },
  AdminMailWelcomed: { safe: ['topic'], undo },
  AdminMailDeclined: { safe: ['topic'], undo },
  AdminRemoved: { wholeCommand, undo },
} as const satisfies Descriptors<AdminEvent, Admin>

export const ADMINS_EVENTS = {
  AdminEnlisted: { safe: ['adminId'], undo },
  AdminAddressChanged: { safe: ['adminId'], undo },
  AdminDelisted: { safe: ['adminId'], undo },
} as const satisfies Descriptors<AdminsEvent, Admins>

export const ERASURE_EVENTS = {
  PlayerErased: {
    kind: 'players',
    safe: ['playerId', 'wasRemoved', 'activity', 'events'],
    updatesBoards: 'seasons of the player',
    presence: 'ends',
    record: { as: 'participant_removed', when: ofParticipant },
    undo,
  },
  AdminErased: { safe: ['adminId', 'events'], undo },
  PastChampionErased: { kind: 'seasons', safe: ['championId', 'events'], undo },
  MessageErased: { kind: 'seasons', safe: ['messageId', 'events'], undo },
} as const satisfies Descriptors<ErasureEvent, Erasures>
