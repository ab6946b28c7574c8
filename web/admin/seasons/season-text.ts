import type { Season, SeasonList } from '../../../api/contract/seasons.ts'

export const yearsOf = ({ year_start, year_end }: Pick<Season, 'year_start' | 'year_end'>) =>
  year_start === year_end ? `${year_start}` : `${year_start}–${year_end}`

/** `Family Cup 2026` becomes `Family Cup 2027`, `Cup 2026/27` becomes `Cup 2027/28`, and `Cup` becomes `Cup 2027`. */
export function countedUp(name: string, years: Parameters<typeof yearsOf>[0]): string {
  const later = name
    .replace(/(^|\D)((?:19|20)\d\d)(?!\d)/g, (_, before, year) => before + String(Number(year) + 1))
    .replace(
      /(\d{4}[/–-])(\d\d)(?!\d)/,
      (_, before, year) => before + String((Number(year) + 1) % 100).padStart(2, '0'),
    )
  return later === name ? `${name} ${yearsOf(years)}` : later
}

/** The default one, or where it has ended the newest that runs. */
export function presetOf(newestFirst: readonly SeasonList[number][]): SeasonList[number] | undefined {
  const preset = newestFirst.find(({ is_default }) => is_default === 1)
  return preset && isOpen(preset) ? preset : (newestFirst.find(isOpen) ?? preset ?? newestFirst[0])
}

export const isOpen = ({ is_active, ended_at }: Pick<Season, 'is_active' | 'ended_at'>) =>
  is_active === 1 && ended_at === null
