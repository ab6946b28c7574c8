import { type Aggregate, atOf, type Instant, type Placed } from '../event.ts'
import { Refusal } from '../refusal.ts'

/** Passwords are never in them. */
export type AdminEvent =
  | { type: 'AdminAdded'; data: { adminId: number; name: string; email: string; isMain: boolean } }
  | { type: 'AdminSetupCompleted'; data: { name: string; email: string } }
  | { type: 'AdminRenamed'; data: { name: string } }
  | { type: 'AdminEmailChanged'; data: { email: string } }
  | { type: 'AdminPasswordChanged'; data: Record<string, never> }
  | { type: 'AdminSignedOut'; data: Record<string, never> }
  | { type: 'AdminSignedIn'; data: FirstProof & Partial<SecondProof> }
  | { type: 'AdminSignInLocked'; data: { failures: number; network: string; wrongCodes?: number } }
  | { type: 'AdminLinkMailed'; data: { link: 'sign-in' | 'reset-password'; network: string } }
  | { type: 'SecondFactorTurnedOn'; data: Record<string, never> }
  | { type: 'SecondFactorTurnedOff'; data: Record<string, never> }
  | { type: 'SecondFactorReset'; data: Record<string, never> }
  | { type: 'RecoveryCodesReplaced'; data: Record<string, never> }
  | { type: 'AdminMailWelcomed' | 'AdminMailDeclined'; data: { topic: 'summary' } }
  | { type: 'AdminRemoved'; data: Record<string, never> }

type FirstProof = { by: 'password' | 'link'; failures: number; network: string }
type SecondProof = { and: 'code' | 'recovery_code'; wrongCodes: number }

export type PresentAdmin = {
  status: 'must_set_up' | 'active'
  adminId: number
  name: string
  email: string
  isMain: boolean
  wasLocked?: boolean
  codesWereLocked?: boolean
  wantsSummary?: boolean
  createdAt: Instant
  /** Empty until it does. */
  emailChangedAt: Instant
}
export type Admin = { status: 'missing' } | { status: 'removed' } | PresentAdmin

export const admin: Aggregate<Admin, AdminEvent, [adminId: number]> = {
  stream: (adminId) => `admin-${adminId}`,
  initial: { status: 'missing' },
  evolve,
}

function evolve(state: Admin, event: AdminEvent & Placed): Admin {
  const at = atOf(event)
  if (event.type === 'AdminAdded') {
    const status = event.data.isMain ? 'must_set_up' : 'active'
    return { ...event.data, status, createdAt: at, emailChangedAt: '' }
  }
  if (state.status === 'missing' || state.status === 'removed') return state
  switch (event.type) {
    case 'AdminSetupCompleted':
      return { ...state, ...event.data, status: 'active' }
    case 'AdminRenamed':
      return { ...state, ...event.data }
    case 'AdminEmailChanged':
      return { ...state, ...event.data, emailChangedAt: at }
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
    case 'AdminMailWelcomed':
    case 'AdminMailDeclined':
      return { ...state, wantsSummary: event.type === 'AdminMailWelcomed' }
    case 'AdminRemoved':
      return { status: 'removed' }
  }
}

/** The main admin starts with default credentials and must set up. A secondary admin signs in by mail. */
export function addAdmin(
  state: Admin,
  added: { adminId: number; name: string; email: string; isMain: boolean },
): AdminEvent[] {
  if (state.status !== 'missing') throw new Refusal('id-in-use', { kind: 'admin', id: added.adminId })
  return [{ type: 'AdminAdded', data: added }]
}

export function completeSetup(state: Admin, { name, email }: { name: string; email: string }): AdminEvent[] {
  const current = presentAdmin(state)
  if (!current.isMain) throw new Refusal('setup-by-main-admin')
  if (current.status !== 'must_set_up') throw new Refusal('setup-completed')
  return [{ type: 'AdminSetupCompleted', data: { name, email } }]
}

export function renameAdmin(state: Admin, name: string): AdminEvent[] {
  return presentAdmin(state).name === name ? [] : [{ type: 'AdminRenamed', data: { name } }]
}

export function changeAdminEmail(state: Admin, email: string): AdminEvent[] {
  return presentAdmin(state).email === email ? [] : [{ type: 'AdminEmailChanged', data: { email } }]
}

/** The password itself is in the private schema. */
export function changeAdminPassword(state: Admin): AdminEvent[] {
  presentAdmin(state)
  return [{ type: 'AdminPasswordChanged', data: {} }]
}

export function signAdminOut(state: Admin): AdminEvent[] {
  presentAdmin(state)
  return [{ type: 'AdminSignedOut', data: {} }]
}

export function signAdminIn(state: Admin, data: DataOf<'AdminSignedIn'>): AdminEvent[] {
  presentAdmin(state)
  return [{ type: 'AdminSignedIn', data }]
}

/** Once until the next sign-in, so that guessing cannot make the log grow. */
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

export function recordFactor(state: Admin, type: FactorEvent): AdminEvent[] {
  presentAdmin(state)
  return [{ type, data: {} }]
}

export function mailLink(state: Admin, data: DataOf<'AdminLinkMailed'>): AdminEvent[] {
  presentAdmin(state)
  return [{ type: 'AdminLinkMailed', data }]
}

export function switchSummary(state: Admin, isOn: boolean): AdminEvent[] {
  const { wantsSummary = false } = presentAdmin(state)
  if (wantsSummary === isOn) return []
  return [{ type: isOn ? 'AdminMailWelcomed' : 'AdminMailDeclined', data: { topic: 'summary' } }]
}

type DataOf<Type extends AdminEvent['type']> = Extract<AdminEvent, { type: Type }>['data']

export function removeAdmin(state: Admin): AdminEvent[] {
  if (presentAdmin(state).isMain) throw new Refusal('main-admin-stays')
  return [{ type: 'AdminRemoved', data: {} }]
}

export function secondaryAdmin(state: Admin): PresentAdmin {
  const current = presentAdmin(state)
  if (current.isMain) throw new Refusal('main-admin-elsewhere')
  return current
}

export function presentAdmin(state: Admin): PresentAdmin {
  if (state.status === 'missing' || state.status === 'removed') throw new Refusal('admin-not-found')
  return state
}
