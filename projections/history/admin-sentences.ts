import type { AdminEvent } from '../../domain/admins/admin.ts'
import type { AdminsEvent } from '../../domain/admins/admins.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { counted } from '../../domain/names.ts'
import type { SentenceContext, Sentences } from './sentence.ts'
import { action } from './wording.ts'

export const adminSentences: Sentences<AdminEvent | AdminsEvent> = {
  AdminAdded: ({ event }) => {
    const { name, email, isMain } = event.data
    return action(`added the ${isMain ? 'main admin' : 'admin'} ${name}, ${email}`)
  },
  AdminSetupCompleted: ({ event }) =>
    action(`completed the first-time setup as ${event.data.name}, ${event.data.email}`),
  AdminRenamed: (context) => {
    const { event, before } = context
    const change = { field: 'name', before: 'name' in before ? before.name : '', after: event.data.name }
    const whom = isOwn(context) ? 'changed their own name from' : 'renamed the admin'
    return action(`${whom} ${change.before} to ${change.after}`, [change])
  },
  AdminEmailChanged: (context) => {
    const { event, before, id, names } = context
    const change = {
      field: 'email address',
      before: 'email' in before ? before.email : '',
      after: event.data.email,
    }
    const whose = isOwn(context)
      ? 'their own email address'
      : `the email address of the admin ${names.admin(id)}`
    return action(`changed ${whose} from ${change.before} to ${change.after}`, [change])
  },
  AdminPasswordChanged: () => action('set a new password'),
  AdminSignedOut: (context) =>
    action(
      isOwn(context)
        ? 'signed out everywhere'
        : `signed out the admin ${context.names.admin(context.id)} everywhere`,
    ),
  AdminSignedIn: ({ event }) => {
    const { by, and, failures, wrongCodes = 0, network } = event.data
    const first = by === 'password' ? 'with the password' : 'by a sign-in link'
    const how = and === undefined ? first : `${first} and ${SECOND_PROOF[and]}`
    const wrong = [
      ...(failures === 0 ? [] : [counted(failures, 'wrong password')]),
      ...(wrongCodes === 0 ? [] : [counted(wrongCodes, 'wrong code')]),
    ]
    const earlier = wrong.length === 0 ? '' : `, after ${wrong.join(' and ')}`
    return action(`signed in from ${networkOf(network)} ${how}${earlier}`)
  },
  AdminSignInLocked: ({ event, id, names }) => {
    const { failures, wrongCodes, network } = event.data
    const [what, count] = wrongCodes === undefined ? ['password', failures] : ['code', wrongCodes]
    const why = `${counted(count, `wrong ${what}`)}, the last from ${networkOf(network)}`
    return action(`stopped accepting ${what}s for ${names.admin(id)} for a while, after ${why}`)
  },
  AdminLinkMailed: ({ event, id, names }) => {
    const { link, network } = event.data
    const what = link === 'sign-in' ? 'a sign-in link' : 'a link to reset the password'
    return action(`mailed ${names.admin(id)} ${what}, requested from ${networkOf(network)}`)
  },
  SecondFactorTurnedOn: () => action('set up two-step sign-in, and signed out everywhere else'),
  SecondFactorTurnedOff: () => action('turned off two-step sign-in'),
  SecondFactorReset: ({ id, names }) =>
    action(`reset the two-step sign-in of ${names.admin(id)}, who is signed out everywhere`),
  RecoveryCodesReplaced: () => action('replaced their recovery codes'),
  AdminRemoved: ({ id, names }) => action(`removed the admin ${names.admin(id)}`),

  AdminEnlisted: ({ event, names }) => action(`put ${names.admin(event.data.adminId)} on the list of admins`),
  AdminAddressChanged: ({ event, names }) =>
    action(`reserved the new email address of ${names.admin(event.data.adminId)}`),
  AdminDelisted: ({ event, names }) =>
    action(`removed ${names.admin(event.data.adminId)} from the list of admins`),
}

const SECOND_PROOF = { code: 'a code', recovery_code: 'a recovery code' } as const

const networkOf = (network: string) => `network ${network.slice(0, 8)}`

const isOwn = ({ metadata: { actor }, id }: SentenceContext<DomainEvent>) =>
  actor.kind === 'admin' && actor.id === id
