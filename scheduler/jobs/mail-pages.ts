import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { isAnyPageAsked, takeAskedPages } from '../../platform/mail/asked-pages.ts'
import { queueMails } from '../../platform/mail/mails.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { pageMail } from '../mail/page-mail.ts'
import { playersByAddress } from '../mail/recipients.ts'
import type { Services } from '../services.ts'

/** Looks up who asked for the link to all picks: the answer came before, and was the same for everybody. */
export async function mailPages(services: Services): Promise<void> {
  const { kysely, clock } = services
  const now = clock.now()
  if (!(await isAnyPageAsked(services.privateSchema))) return
  await kysely.transaction().execute(async (transaction) => {
    const privateSchema = openPrivateSchema(transaction)
    const read = readSchema(transaction, READ_SCHEMA)
    const { branding } = await currentSettings(read)
    const homes = await playersByAddress(read)
    for (const [address, cause] of await takeAskedPages(privateSchema)) {
      const home = homes.get(address)
      if (home) await queueMails(privateSchema, cause, [pageMail(services, home, branding, now)], now)
    }
  })
}
