import type { Copied } from '../../commands/rounds/copy-sports.ts'
import { counted } from '../../domain/names.ts'
import { type CopyPlan, sportsToCopy } from '../../domain/seasons/copying.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import { zoneOffsets } from '../../platform/time/time-zone.ts'

export function presentSource({ season, rounds }: WholeSeason) {
  const { seasonId: id, name, yearStart: year_start, yearEnd: year_end } = season
  return { id, name, year_start, year_end, sportCount: sportsToCopy({ rounds }).length }
}

export const presentPlan = ({ copies, skipped }: CopyPlan) => ({
  rows: copies.map(({ from, was, locksAt: lockTime, opensAt, warnings }) => {
    const { roundId: fromRoundId, sportName, timeZone: timezone, teams } = from
    const offsets = zoneOffsets(timezone, was, lockTime)
    const opening = opensAt === null ? {} : { opensAt }
    const row = { fromRoundId, sportName, was, lockTime, timezone, offsets, teams: teams.length }
    return { ...row, ...opening, warnings: [...warnings] }
  }),
  skipped,
})

export function presentCopied({ plan: { copies, skipped }, events }: Copied) {
  const sources = new Map(
    events.flatMap(({ type, data }) => (type === 'RoundCopied' ? [[data.roundId, data.fromRoundId]] : [])),
  )
  const rounds = events.flatMap((event) => {
    if (event.type !== 'RoundCreated') return []
    const { roundId: id, sportName, locksAt: lockTime } = event.data
    const fromRoundId = sources.get(id) ?? id
    const { warnings = [] } = copies.find(({ from }) => from.roundId === fromRoundId) ?? {}
    return { id, fromRoundId, sportName, lockTime, warnings: [...warnings] }
  })
  const what = rounds.length === 0 ? 'Nothing was copied' : `${counted(rounds.length, 'sport')} copied`
  return {
    message: skipped.length === 0 ? what : `${what}, ${skipped.length} skipped`,
    copied_count: rounds.length,
    skipped_count: skipped.length,
    rounds,
    skipped,
  }
}
