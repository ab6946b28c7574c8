import { fieldsOf } from '../../../api/contract/fields.ts'
import type { Rules } from '../../../api/contract/rules.ts'
import type { Settings, SettingsBody } from '../../../api/contract/settings.ts'
import { PLACE_NAMES, PLACES, type Place } from '../../../domain/seasons/points.ts'

export const settingsFields = fieldsOf('PUT /admin/settings')

const fieldOf = <Name extends Place>(place: Name) =>
  `points${place.charAt(0).toUpperCase()}${place.slice(1)}Place` as `points${Capitalize<Name>}Place`

/** The names in the rules, in the request and on the screen. */
export const pointsFields = [
  ...PLACES.map((rule) => ({ rule, field: fieldOf(rule), place: PLACE_NAMES[rule] })),
  { rule: 'noPick', field: 'pointsNoPick', place: 'No pick' } as const,
]

export type PointsValues = Record<(typeof pointsFields)[number]['field'], string>

export type SettingsValues = Record<Exclude<keyof SettingsBody, 'reason' | 'seenPosition'>, string>

/** `app_title` is `appTitle` in the request. */
const nameInBody = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export function settingsValuesOf({ daily_reminder_time, ...others }: Settings) {
  const unlessSet = { points_no_pick: 0, reminder_grouping: 'per_sport' }
  const settings = { championship_page_title: 'Hall of Fame', ...unlessSet, ...others }
  const typed = { ...settings, daily_reminder_time: daily_reminder_time.slice(0, 5) }
  const values = Object.entries(typed).map(([key, value]) => [nameInBody(key), `${value}`])
  return Object.fromEntries(values) as SettingsValues
}

/** Only the chosen kind's details are sent; the others stay as they are. */
export function toSettingsBody(values: SettingsValues): SettingsBody {
  const { dailyReminderTime, reminderFirstHours, reminderFinalHours, ...always } = values
  const details = {
    ...(values.reminderType === 'daily' && { dailyReminderTime }),
    ...(values.reminderType === 'before_lock' && { reminderFirstHours, reminderFinalHours }),
  }
  const sent = Object.entries({ ...always, ...details }).flatMap(([name, value]) => {
    const field = settingsFields[name as keyof SettingsBody]
    return field ? [[name, field.minimum === undefined ? value.trim() : Number(value)]] : []
  })
  return Object.fromEntries(sent)
}

/** Other points change every result of the open seasons. */
export function hasOtherPoints(settings: Settings, body: SettingsBody) {
  const now = settingsValuesOf(settings)
  return pointsFields.some(({ field }) => body[field] !== Number(now[field]))
}

export const toPointsValues = ({ points, noPick }: Pick<Rules, 'points' | 'noPick'>) =>
  Object.fromEntries(
    pointsFields.map(({ rule, field }) => [field, `${rule === 'noPick' ? noPick : points[rule]}`]),
  ) as PointsValues

export function pointsIn(values: PointsValues): Pick<Rules, 'points' | 'noPick'> {
  const all = pointsFields.map(({ rule, field }) => [rule, Number(values[field])])
  const { noPick, ...points } = Object.fromEntries(all) as Rules['points'] & { noPick: number }
  return { points, noPick }
}
