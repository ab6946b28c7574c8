import type { AdminEvent } from '#domain/admin'
import type { AdminsEvent } from '#domain/admins'
import type { DomainEvent } from '#domain/domain-event'
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
    const { by, failures, network } = event.data
    const how = by === 'password' ? 'with the password' : 'by a link in a mail'
    const earlier = failures === 0 ? '' : `, after ${counted(failures, 'wrong password')}`
    return deed(`signed in from ${networkOf(network)} ${how}${earlier}`)
  },
  AdminSignInLocked: ({ event, id, names }) => {
    const { failures, network } = event.data
    const why = counted(failures, 'wrong password')
    return deed(
      `took no more passwords for ${names.admin(id)} for a while, after ${why}, the last from ${networkOf(network)}`,
    )
  },
  AdminLinkMailed: ({ event, id, names }) => {
    const { link, network } = event.data
    const what = link === 'sign-in' ? 'a link to sign in' : 'a link to reset the password'
    return deed(`mailed ${names.admin(id)} ${what}, asked for from ${networkOf(network)}`)
  },
  AdminRemoved: ({ id, names }) => deed(`removed the admin ${names.admin(id)}`),

  AdminEnlisted: ({ event, names }) => deed(`put ${names.admin(event.data.adminId)} on the list of admins`),
  AdminAddressChanged: ({ event, names }) =>
    deed(`kept the new email address of ${names.admin(event.data.adminId)} from being used by another admin`),
  AdminDelisted: ({ event, names }) => deed(`took ${names.admin(event.data.adminId)} off the list of admins`),
}

/** Enough to tell two networks apart. */
const networkOf = (network: string) => `network ${network.slice(0, 8)}`

const isOwn = ({ metadata: { actor }, id }: Told<DomainEvent>) => actor.kind === 'admin' && actor.id === id
