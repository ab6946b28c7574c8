import type { Round, RoundBody, RoundChanges } from '../../../../api/contract/rounds.ts'
import { wallClock } from '../../calendar.ts'
import { teamNames } from '../team-names.ts'

/** As texts, with one team per line. */
export type SportValues = {
  seasonId: string
  sportName: string
  pickType: RoundBody['pickType']
  teams: string
  numWriteInPicks: string
  /** Named apart from the field of the request, whose problems belong to none of its inputs. */
  slots: string[]
  /** Local time in `timezone`. The server turns it into an instant. */
  lockTime: string
  timezone: string
  emailMessage: string
  /** Asked for when a change of an open sport is mailed to its players. */
  reason: string
}

export const emptySport: SportValues = {
  seasonId: '',
  sportName: '',
  pickType: 'single',
  teams: '',
  numWriteInPicks: '1',
  slots: [],
  lockTime: '',
  timezone: '',
  emailMessage: '',
  reason: '',
}

export function valuesOf(round: Round): SportValues {
  return {
    seasonId: String(round.season_id),
    sportName: round.sport_name,
    pickType: round.pick_type,
    teams: teamNames(round.teams).join('\n'),
    numWriteInPicks: String(round.num_write_in_picks ?? 1),
    slots: round.slot_names ?? [],
    lockTime: wallClock(round.lock_time, round.offsets),
    timezone: round.timezone,
    emailMessage: round.email_message ?? '',
    reason: '',
  }
}

export function toRoundBody(values: SportValues): RoundBody {
  const { pickType, lockTime, timezone } = values
  return {
    seasonId: Number(values.seasonId),
    sportName: values.sportName.trim(),
    pickType,
    lockTime,
    timezone,
    emailMessage: values.emailMessage.trim() || null,
    ...(pickType === 'single'
      ? { teams: teamsOf(values.teams) }
      : { numWriteInPicks: Number(values.numWriteInPicks), slotNames: slotNamesOf(values) }),
  }
}

/**
 * Sends only what this person changed, because somebody else may have changed the rest. A local time means nothing
 * without its zone, so both are sent together. Null where nothing is changed.
 */
export function toRoundChanges(values: SportValues, before: SportValues): RoundChanges | null {
  const { sportName, pickType, lockTime, timezone, emailMessage, teams, numWriteInPicks, slotNames } =
    toRoundBody(values)
  const changed = (...fields: Exclude<keyof SportValues, 'slots'>[]) =>
    fields.some((field) => values[field].trim() !== before[field].trim())
  const changes: RoundChanges = {
    ...(changed('sportName') && { sportName }),
    ...(changed('lockTime', 'timezone') && { lockTime, timezone }),
    ...(changed('emailMessage') && { emailMessage }),
    ...(changed('pickType') && { pickType }),
    ...(changed('pickType', 'teams') && teams && { teams }),
    ...(changed('pickType', 'numWriteInPicks') && numWriteInPicks && { numWriteInPicks }),
    ...(slotNames && slotNames.join('\n') !== slotNamesOf(before).join('\n') && { slotNames }),
  }
  const reason = values.reason.trim()
  if (Object.keys(changes).length === 0) return null
  return { ...changes, ...(reason && { reason }) }
}

function slotNamesOf({ slots, numWriteInPicks }: SportValues) {
  const names = slots.slice(0, Number(numWriteInPicks)).map((name) => name.trim())
  return names.slice(0, names.findLastIndex(Boolean) + 1)
}

export const teamsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
