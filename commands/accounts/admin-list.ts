import {
  addAdmin,
  admin,
  changeAdminEmail,
  completeSetup,
  type PresentAdmin,
  presentAdmin,
  removeAdmin,
  signAdminOut,
} from '../../domain/admins/admin.ts'
import { admins, changeAdminAddress, delistAdmin, enlistAdmin, holderOf } from '../../domain/admins/admins.ts'
import { isEmailAddress } from '../../domain/admins/email-address.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Branding } from '../../domain/settings/settings.ts'
import { type Mail, queueMails } from '../../platform/mail/mails.ts'
import { findAdminByEmail } from '../../projections/now/admins.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { command, current } from '../command.ts'
import type { CommandContext } from '../context.ts'
import type { CommandServices } from '../services.ts'
import { adminAddedMail, emailChangedMail } from './account-mails.ts'
import { endSessions, storePasswordHash } from './credentials.ts'
import { removeFactor } from './second-factor-rows.ts'

/*
 * Two streams are written: the roster first, where no two admins share an address, then the admin's own. After a crash in
 * between, trying again finishes: the roster answers with nothing, and an id that was enlisted but never added is taken up.
 * Until then the read table guards an address that the roster gave up too early. Sessions end last: a token dies by its address.
 */

export function addSecondaryAdmin(
  services: CommandServices,
  context: CommandContext,
  { name, email }: { name: string; email: string },
  newId: number,
): Promise<number> {
  checkAddress(email, 'email')
  return services.locks.hold('admins', async () => {
    const adminId = await enlist(services, context, email, newId)
    await command(services, context, admin, [adminId], (state) =>
      addAdmin(state, { adminId, name, email, isMain: false }),
    )
    await mailTo(services, context, (branding) =>
      adminAddedMail({ to: { name, email }, branding, url: `${services.settings.appUrl}/admin/login` }),
    )
    return adminId
  })
}

export function changeEmail(
  services: CommandServices,
  context: CommandContext,
  adminId: number,
  email: string,
): Promise<PresentAdmin> {
  checkAddress(email, 'newEmail')
  return services.locks.hold('admins', async () => {
    const before = presentAdmin(await current(services, admin, adminId))
    await claimAddress(services, context, adminId, email)
    // Before the change, so that no crash keeps it from them: the owner of the address may know nothing of it.
    await mailTo(services, context, (branding) => emailChangedMail({ to: before, branding }))
    const { state } = await command(services, context, admin, [adminId], (state) =>
      changeAdminEmail(state, email),
    )
    await endSessions(services.privateSchema, adminId)
    return presentAdmin(state)
  })
}

async function mailTo(
  { privateSchema, read }: CommandServices,
  context: CommandContext,
  write: (branding: Branding) => Mail,
) {
  const { branding } = await currentSettings(read)
  await queueMails(privateSchema, context.id, [write(branding)], context.receivedAt)
}

export async function signOutEverywhere(
  services: CommandServices,
  context: CommandContext,
  adminId: number,
): Promise<void> {
  await command(services, context, admin, [adminId], signAdminOut)
  await endSessions(services.privateSchema, adminId)
}

export function removeSecondaryAdmin(
  services: CommandServices,
  context: CommandContext,
  adminId: number,
): Promise<void> {
  return services.locks.hold('admins', async () => {
    removeAdmin(await current(services, admin, adminId))
    await command(services, context, admins, [], (state) => delistAdmin(state, adminId))
    await command(services, context, admin, [adminId], removeAdmin)
    await removeFactor(services.privateSchema, adminId)
    await endSessions(services.privateSchema, adminId)
  })
}

/** The password is stored first: after a crash in between the setup is done again. */
export function setUpMainAdmin(
  services: CommandServices,
  context: CommandContext,
  adminId: number,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<PresentAdmin> {
  checkAddress(email, 'newEmail')
  return services.locks.hold('admins', async () => {
    completeSetup(await current(services, admin, adminId), { name, email })
    const hash = await services.passwords.hash(password)
    await claimAddress(services, context, adminId, email)
    await storePasswordHash(services.privateSchema, adminId, hash)
    const { state } = await command(services, context, admin, [adminId], (state) =>
      completeSetup(state, { name, email }),
    )
    return presentAdmin(state)
  })
}

/** Returns the id under which the address is enlisted: an older one, when somebody was enlisted and then never added. */
async function enlist(
  services: CommandServices,
  context: CommandContext,
  email: string,
  newId: number,
): Promise<number> {
  const addressKey = services.addressKey(email)
  const holder = holderOf(await current(services, admins), addressKey)
  if (holder !== null && (await current(services, admin, holder)).status === 'missing') return holder
  await refuseTakenAddress(services, email, null)
  // Looked at first: the roster does not know who was removed.
  if ((await current(services, admin, newId)).status !== 'missing')
    throw new Refusal('id-in-use', { kind: 'admin', id: newId })
  await command(services, context, admins, [], (state) => enlistAdmin(state, newId, addressKey))
  return newId
}

async function claimAddress(
  services: CommandServices,
  context: CommandContext,
  adminId: number,
  email: string,
) {
  await refuseTakenAddress(services, email, adminId)
  const addressKey = services.addressKey(email)
  await command(services, context, admins, [], (state) => changeAdminAddress(state, adminId, addressKey))
}

/** @param adminId whose own address it may be. Throws Refusal. */
export async function refuseTakenAddress(
  { read }: CommandServices,
  email: string,
  adminId: number | null,
): Promise<void> {
  const holder = await findAdminByEmail(read, email)
  if (holder && holder.adminId !== adminId) throw new Refusal('email-taken')
}

function checkAddress(email: string, field: 'email' | 'newEmail') {
  if (!isEmailAddress(email)) throw new Refusal('email-invalid', { field })
}
