import type { AdminEvent } from '../../../domain/admins/admin.ts'
import type { AdminsEvent } from '../../../domain/admins/admins.ts'
import { counted } from '../../../domain/names.ts'
import type { TypeWithArgs } from '../../read-models/history-args.ts'
import type { SentenceContext, Sentences } from './sentence.ts'
import { action } from './wording.ts'

export const adminSentences: Sentences<AdminEvent | AdminsEvent> = {
  AdminAdded: ({ data }) => {
    const { name, email, isMain } = data
    return action(`added the ${isMain ? 'main admin' : 'admin'} ${name}, ${email}`)
  },
  AdminSetupCompleted: ({ data }) => action(`completed the first-time setup as ${data.name}, ${data.email}`),
  AdminRenamed: (context) => {
    const { data, was } = context
    const change = { field: 'name', before: was.name, after: data.name }
    const whom = isOwn(context) ? 'changed their own name from' : 'renamed the admin'
    return action(`${whom} ${change.before} to ${change.after}`, [change])
  },
  AdminEmailChanged: (context) => {
    const { data, was, id, names } = context
    const change = { field: 'email address', before: was.email, after: data.email }
    const whose = isOwn(context)
      ? 'their own email address'
      : `the email address of the admin ${names.admin(id)}`
    return action(`changed ${whose} from ${change.before} to ${change.after}`, [change])
  },
  AdminPasswordChanged: () => action('set a new password'),
  AdminMailWelcomed: () => action('turned on their daily summary'),
  AdminMailDeclined: () => action('turned off their daily summary'),
  AdminSignedOut: (context) =>
    action(
      isOwn(context)
        ? 'signed out everywhere'
        : `signed out the admin ${context.names.admin(context.id)} everywhere`,
    ),
  AdminSignedIn: ({ data }) => {
    const { by, and, failures, wrongCodes = 0, network } = data
    const first = by === 'password' ? 'with the password' : 'by a sign-in link'
    const how = and === undefined ? first : `${first} and ${SECOND_PROOF[and]}`
    const wrong = [
      ...(failures === 0 ? [] : [counted(failures, 'wrong password')]),
      ...(wrongCodes === 0 ? [] : [counted(wrongCodes, 'wrong code')]),
    ]
    const earlier = wrong.length === 0 ? '' : `, after ${wrong.join(' and ')}`
    return action(`signed in from ${networkOf(network)} ${how}${earlier}`)
  },
  AdminSignInLocked: ({ data, id, names }) => {
    const { failures, wrongCodes, network } = data
    const [what, count] = wrongCodes === undefined ? ['password', failures] : ['code', wrongCodes]
    const why = `${counted(count, `wrong ${what}`)}, the last from ${networkOf(network)}`
    return action(`stopped accepting ${what}s for ${names.admin(id)} for a while, after ${why}`)
  },
  AdminLinkMailed: ({ data, id, names }) => {
    const { link, network } = data
    const what = link === 'sign-in' ? 'a sign-in link' : 'a link to reset the password'
    return action(`mailed ${names.admin(id)} ${what}, requested from ${networkOf(network)}`)
  },
  SecondFactorTurnedOn: () => action('set up two-step sign-in, and signed out everywhere else'),
  SecondFactorTurnedOff: () => action('turned off two-step sign-in'),
  SecondFactorReset: ({ id, names }) =>
    action(`reset the two-step sign-in of ${names.admin(id)}, who is signed out everywhere`),
  RecoveryCodesReplaced: () => action('replaced their recovery codes'),
  AdminRemoved: ({ id, names }) => action(`removed the admin ${names.admin(id)}`),

  AdminEnlisted: ({ data, names }) => action(`put ${names.admin(data.adminId)} on the list of admins`),
  AdminAddressChanged: ({ data, names }) =>
    action(`reserved the new email address of ${names.admin(data.adminId)}`),
  AdminDelisted: ({ data, names }) => action(`removed ${names.admin(data.adminId)} from the list of admins`),
}

const SECOND_PROOF = { code: 'a code', recovery_code: 'a recovery code' } as const

const networkOf = (network: string) => `network ${network.slice(0, 8)}`

const isOwn = ({ actor, id }: Pick<SentenceContext<TypeWithArgs>, 'actor' | 'id'>) =>
  actor.kind === 'admin' && actor.id === id
