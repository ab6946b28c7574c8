import type { Season } from '../../../api/contract/seasons.ts'

export const yearsOf = ({ year_start, year_end }: Pick<Season, 'year_start' | 'year_end'>) =>
  year_start === year_end ? `${year_start}` : `${year_start}–${year_end}`

export const isOpen = ({ is_active, ended_at }: Pick<Season, 'is_active' | 'ended_at'>) =>
  is_active === 1 && ended_at === null
