import type { RoundBody } from '#api/contract/rounds'

/** A sport as its form holds it: texts, and the teams one per line. */
export type SportValues = {
  seasonId: string
  sportName: string
  pickType: RoundBody['pickType']
  teams: string
  numWriteInPicks: string
  /** As the clock on the wall in `timezone` shows it; the server turns it into an instant. */
  lockTime: string
  timezone: string
  emailMessage: string
}

export const emptySport: SportValues = {
  seasonId: '',
  sportName: '',
  pickType: 'single',
  teams: '',
  numWriteInPicks: '1',
  lockTime: '',
  timezone: '',
  emailMessage: '',
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
      : { numWriteInPicks: Number(values.numWriteInPicks) }),
  }
}

export const teamsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
