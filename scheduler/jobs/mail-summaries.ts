import { v5 as uuidv5 } from 'uuid'
import { summaryMail } from '../../commands/accounts/account-mails.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { isFirstSummaryOf, queueMails } from '../../platform/mail/mails.ts'
import { timeOfToday } from '../../platform/time/time-zone.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { listAdmins } from '../../projections/now/admins.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { summaryOf } from '../mail/admin-summary.ts'
import type { Services } from '../services.ts'

const SUMMARIES = '5b0f6f0a-6a0e-4c8f-9a7d-2f1d8e6b3c94'

/** The day and its mails are noted in one transaction, so that no crash and no other process mails them twice. */
export async function mailSummaries({ kysely, read, clock, projector, settings }: Services): Promise<void> {
  const now = clock.now()
  const { reminders, timeZone, branding } = await currentSettings(read)
  const today = timeOfToday(now, timeZone, reminders.dailyAt)
  if (now < today.instant) return
  await kysely.transaction().execute(async (transaction) => {
    const privateSchema = openPrivateSchema(transaction)
    if (!(await isFirstSummaryOf(privateSchema, today.date))) return
    const read = readSchema(transaction, READ_SCHEMA)
    const admins = (await listAdmins(read)).filter(({ wantsSummary }) => wantsSummary)
    if (admins.length === 0) return
    const yesterday = timeOfToday(now, timeZone, reminders.dailyAt, -1)
    const day = { since: yesterday.instant, until: today.instant }
    const { appUrl } = settings
    const tablesFailure = projector.failure()
    const parts = await summaryOf({ read, privateSchema, tablesFailure, now, appUrl, day })
    if (parts.length === 0) return
    const mails = admins.map((to) => summaryMail({ to, branding, url: `${appUrl}/admin` }, parts))
    await queueMails(privateSchema, uuidv5(today.date, SUMMARIES), mails, now)
  })
}
