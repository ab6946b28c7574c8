import type { Aggregate } from '../event.ts'
import { Refusal } from '../refusal.ts'

/** Stored for ever: what was published is never changed, only joined by new types. Passwords never stand here. */
export type AdminEvent =
  | { type: 'AdminAdded'; data: { adminId: number; name: string; email: string; isMain: boolean } }
  | { type: 'AdminSetupCompleted'; data: { name: string; email: string } }
  | { type: 'AdminRenamed'; data: { name: string } }
  | { type: 'AdminEmailChanged'; data: { email: string } }
  | { type: 'AdminPasswordChanged'; data: Record<string, never> }
  /** Wherever the admin was signed in. */
  | { type: 'AdminSignedOut'; data: Record<string, never> }
  /** With failures since the sign-in before. A network is a keyed hash, as in log lines. */
  | { type: 'AdminSignedIn'; data: FirstProof & Partial<SecondProof> }
  /** Told how many wrong codes there were, it is codes that are no longer taken; otherwise passwords. */
  | { type: 'AdminSignInLocked'; data: { failures: number; network: string; wrongCodes?: number } }
  | { type: 'AdminLinkMailed'; data: { link: 'sign-in' | 'reset-password'; network: string } }
  | { type: 'SecondFactorTurnedOn'; data: Record<string, never> }
  | { type: 'SecondFactorTurnedOff'; data: Record<string, never> }
  /** By somebody else, for an admin who has lost it. */
  | { type: 'SecondFactorReset'; data: Record<string, never> }
  | { type: 'RecoveryCodesReplaced'; data: Record<string, never> }
  | { type: 'AdminRemoved'; data: Record<string, never> }

type FirstProof = { by: 'password' | 'link'; failures: number; network: string }
type SecondProof = { and: 'code' | 'recovery_code'; wrongCodes: number }

export type PresentAdmin = {
  status: 'must_set_up' | 'active'
  adminId: number
  name: string
  email: string
  isMain: boolean
  /** Since the last sign-in. */
  wasLocked?: boolean
  /** The same for the codes of the second factor. */
  codesWereLocked?: boolean
}
export type Admin = { status: 'missing' } | { status: 'removed' } | PresentAdmin

export const admin: Aggregate<Admin, AdminEvent, [adminId: number]> = {
  stream: (adminId) => `admin-${adminId}`,
  initial: { status: 'missing' },
  evolve,
}

function evolve(state: Admin, event: AdminEvent): Admin {
  if (event.type === 'AdminAdded') {
    return { ...event.data, status: event.data.isMain ? 'must_set_up' : 'active' }
  }
  if (state.status === 'missing' || state.status === 'removed') return state
  switch (event.type) {
    case 'AdminSetupCompleted':
      return { ...state, ...event.data, status: 'active' }
    case 'AdminRenamed':
    case 'AdminEmailChanged':
      return { ...state, ...event.data }
    case 'AdminPasswordChanged':
    case 'AdminSignedOut':
    case 'AdminLinkMailed':
    case 'SecondFactorTurnedOn':
    case 'SecondFactorTurnedOff':
    case 'SecondFactorReset':
    case 'RecoveryCodesReplaced':
      return state
    case 'AdminSignedIn':
      return { ...state, wasLocked: false, codesWereLocked: false }
    case 'AdminSignInLocked':
      return { ...state, [lockOf(event.data)]: true }
    case 'AdminRemoved':
      return { status: 'removed' }
  }
}

/** The main admin starts with default credentials and must set up; a secondary admin signs in by mail. */
export function addAdmin(
  state: Admin,
  added: { adminId: number; name: string; email: string; isMain: boolean },
): AdminEvent[] {
  if (state.status !== 'missing') return []
  return [{ type: 'AdminAdded', data: added }]
}

/** First-time setup: once. */
export function completeSetup(state: Admin, { name, email }: { name: string; email: string }): AdminEvent[] {
  const current = presentAdmin(state)
  if (!current.isMain) throw new Refusal('not_allowed', 'Only the main admin sets up the application')
  if (current.status !== 'must_set_up') throw new Refusal('wrong_state', 'Setup has already been completed')
  return [{ type: 'AdminSetupCompleted', data: { name, email } }]
}

export function renameAdmin(state: Admin, name: string): AdminEvent[] {
  return presentAdmin(state).name === name ? [] : [{ type: 'AdminRenamed', data: { name } }]
}

export function changeAdminEmail(state: Admin, email: string): AdminEvent[] {
  return presentAdmin(state).email === email ? [] : [{ type: 'AdminEmailChanged', data: { email } }]
}

/** For the record alone: the password itself is kept elsewhere. */
export function changeAdminPassword(state: Admin): AdminEvent[] {
  presentAdmin(state)
  return [{ type: 'AdminPasswordChanged', data: {} }]
}

/** For the record alone, as with passwords. */
export function signAdminOut(state: Admin): AdminEvent[] {
  presentAdmin(state)
  return [{ type: 'AdminSignedOut', data: {} }]
}

export function signAdminIn(state: Admin, data: DataOf<'AdminSignedIn'>): AdminEvent[] {
  presentAdmin(state)
  return [{ type: 'AdminSignedIn', data }]
}

/** Once until the next sign-in, which tells how many failures there were: guessing must not make the log grow. */
export function lockSignIn(state: Admin, data: DataOf<'AdminSignInLocked'>): AdminEvent[] {
  return presentAdmin(state)[lockOf(data)] ? [] : [{ type: 'AdminSignInLocked', data }]
}

const lockOf = ({ wrongCodes }: DataOf<'AdminSignInLocked'>) =>
  wrongCodes === undefined ? 'wasLocked' : 'codesWereLocked'

type FactorEvent =
  | 'SecondFactorTurnedOn'
  | 'SecondFactorTurnedOff'
  | 'SecondFactorReset'
  | 'RecoveryCodesReplaced'

/** For the record alone: the factor itself is kept where passwords are. */
export function recordFactor(state: Admin, type: FactorEvent): AdminEvent[] {
  presentAdmin(state)
  return [{ type, data: {} }]
}

export function mailLink(state: Admin, data: DataOf<'AdminLinkMailed'>): AdminEvent[] {
  presentAdmin(state)
  return [{ type: 'AdminLinkMailed', data }]
}

type DataOf<Type extends AdminEvent['type']> = Extract<AdminEvent, { type: Type }>['data']

export function removeAdmin(state: Admin): AdminEvent[] {
  if (presentAdmin(state).isMain) throw new Refusal('not_allowed', 'The main admin cannot be removed')
  return [{ type: 'AdminRemoved', data: {} }]
}

/** An admin whom the main admin looks after; the main admin's own account is nobody else's business. */
export function secondaryAdmin(state: Admin): PresentAdmin {
  const current = presentAdmin(state)
  if (current.isMain) throw new Refusal('not_allowed', 'The main admin is not managed here')
  return current
}

/** Refuses with not_found. */
export function presentAdmin(state: Admin): PresentAdmin {
  if (state.status === 'missing' || state.status === 'removed') {
    throw new Refusal('not_found', 'Admin not found')
  }
  return state
}
