import type { AdminEvent } from '../../domain/admins/admin.ts'
import type { AdminsEvent } from '../../domain/admins/admins.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Sentences, Told } from './sentences.ts'
import { counted, deed } from './wording.ts'

export const adminSentences: Sentences<AdminEvent | AdminsEvent> = {
  AdminAdded: ({ event }) => {
    const { name, email, isMain } = event.data
    return deed(`added the ${isMain ? 'main admin' : 'admin'} ${name}, ${email}`)
  },
  AdminSetupCompleted: ({ event }) =>
    deed(`completed the first-time setup as ${event.data.name}, ${event.data.email}`),
  AdminRenamed: (told) => {
    const { event, before } = told
    const change = { field: 'name', before: 'name' in before ? before.name : '', after: event.data.name }
    const whom = isOwn(told) ? 'changed their own name from' : 'renamed the admin'
    return deed(`${whom} ${change.before} to ${change.after}`, [change])
  },
  AdminEmailChanged: (told) => {
    const { event, before, id, names } = told
    const change = {
      field: 'email address',
      before: 'email' in before ? before.email : '',
      after: event.data.email,
    }
    const whose = isOwn(told)
      ? 'their own email address'
      : `the email address of the admin ${names.admin(id)}`
    return deed(`changed ${whose} from ${change.before} to ${change.after}`, [change])
  },
  AdminPasswordChanged: () => deed('set a new password'),
  AdminSignedOut: (told) =>
    deed(
      isOwn(told) ? 'signed out everywhere' : `signed out the admin ${told.names.admin(told.id)} everywhere`,
    ),
  AdminSignedIn: ({ event }) => {
    const { by, and, failures, wrongCodes = 0, network } = event.data
    const first = by === 'password' ? 'with the password' : 'by a link in a mail'
    const how = and === undefined ? first : `${first} and ${SECOND_PROOF[and]}`
    const wrong = [
      ...(failures === 0 ? [] : [counted(failures, 'wrong password')]),
      ...(wrongCodes === 0 ? [] : [counted(wrongCodes, 'wrong code')]),
    ]
    const earlier = wrong.length === 0 ? '' : `, after ${wrong.join(' and ')}`
    return deed(`signed in from ${networkOf(network)} ${how}${earlier}`)
  },
  AdminSignInLocked: ({ event, id, names }) => {
    const { failures, wrongCodes, network } = event.data
    const [what, count] = wrongCodes === undefined ? ['password', failures] : ['code', wrongCodes]
    const why = `${counted(count, `wrong ${what}`)}, the last from ${networkOf(network)}`
    return deed(`took no more ${what}s for ${names.admin(id)} for a while, after ${why}`)
  },
  AdminLinkMailed: ({ event, id, names }) => {
    const { link, network } = event.data
    const what = link === 'sign-in' ? 'a link to sign in' : 'a link to reset the password'
    return deed(`mailed ${names.admin(id)} ${what}, asked for from ${networkOf(network)}`)
  },
  SecondFactorTurnedOn: () => deed('set up a second factor, and signed out everywhere else'),
  SecondFactorTurnedOff: () => deed('turned off their second factor'),
  SecondFactorReset: ({ id, names }) =>
    deed(`removed the second factor of ${names.admin(id)}, who is signed out everywhere`),
  RecoveryCodesReplaced: () => deed('replaced their recovery codes'),
  AdminRemoved: ({ id, names }) => deed(`removed the admin ${names.admin(id)}`),

  AdminEnlisted: ({ event, names }) => deed(`put ${names.admin(event.data.adminId)} on the list of admins`),
  AdminAddressChanged: ({ event, names }) =>
    deed(`kept the new email address of ${names.admin(event.data.adminId)} from being used by another admin`),
  AdminDelisted: ({ event, names }) => deed(`took ${names.admin(event.data.adminId)} off the list of admins`),
}

const SECOND_PROOF = { code: 'a code', recovery_code: 'a recovery code' } as const

/** Enough to distinguish two networks. */
const networkOf = (network: string) => `network ${network.slice(0, 8)}`

const isOwn = ({ metadata: { actor }, id }: Told<DomainEvent>) => actor.kind === 'admin' && actor.id === id
