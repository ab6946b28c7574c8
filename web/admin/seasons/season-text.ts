import type { Season, SeasonList } from '../../../api/contract/seasons.ts'

export const yearsOf = ({ year_start, year_end }: Pick<Season, 'year_start' | 'year_end'>) =>
  year_start === year_end ? `${year_start}` : `${year_start}–${year_end}`

/** The default one, or where it has ended the newest that runs. */
export function presetOf(newestFirst: readonly SeasonList[number][]): SeasonList[number] | undefined {
  const preset = newestFirst.find(({ is_default }) => is_default === 1)
  return preset && isOpen(preset) ? preset : (newestFirst.find(isOpen) ?? preset ?? newestFirst[0])
}

export const isOpen = ({ is_active, ended_at }: Pick<Season, 'is_active' | 'ended_at'>) =>
  is_active === 1 && ended_at === null
