import { Refusal } from '../../domain/refusal.ts'
import { HALL, type Settings, type SettingsForm } from '../../domain/settings/settings.ts'
import { isTimeZone } from '../../platform/time/time-zone.ts'
import type * as contract from '../contract/settings.ts'

/** What is left out stays as it is. Throws Refusal for a zone that does not exist. */
export function changedSettings(now: Settings, body: contract.SettingsBody): SettingsForm {
  const { branding, points, reminders } = now
  const { defaultTimezone: timeZone = now.timeZone, dailyReminderTime: dailyAt = reminders.dailyAt } = body
  if (!isTimeZone(timeZone)) throw new Refusal('time-zone-unknown', { field: 'defaultTimezone' })
  return {
    timeZone,
    branding: {
      title: body.appTitle ?? branding.title,
      tagline: body.appTagline ?? branding.tagline,
      footerMessage: body.footerMessage ?? branding.footerMessage,
      ...championsTitle(body.championshipPageTitle ?? branding.championsTitle),
    },
    points: {
      first: body.pointsFirstPlace ?? points.first,
      second: body.pointsSecondPlace ?? points.second,
      third: body.pointsThirdPlace ?? points.third,
      fourth: body.pointsFourthPlace ?? points.fourth,
      fifth: body.pointsFifthPlace ?? points.fifth,
      sixthPlus: body.pointsSixthPlusPlace ?? points.sixthPlus,
    },
    noPick: body.pointsNoPick ?? now.noPick,
    reminders: {
      type: body.reminderType ?? reminders.type,
      dailyAt: dailyAt.length === 'HH:MM'.length ? `${dailyAt}:00` : dailyAt,
      firstHours: body.reminderFirstHours ?? reminders.firstHours,
      finalHours: body.reminderFinalHours ?? reminders.finalHours,
    },
    reminderGrouping: body.reminderGrouping ?? now.reminderGrouping,
  }
}

/** The title that it has without one is none. */
const championsTitle = (title: string | undefined) =>
  title === undefined || title === HALL ? {} : { championsTitle: title }
