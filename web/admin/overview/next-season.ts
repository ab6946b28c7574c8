import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Season } from '../../../api/contract/seasons.ts'
import { nextYearText } from '../../../domain/season-story/next-year.ts'
import { storage } from '../../browser/storage.ts'
import { useNotices } from '../../notices.ts'
import { query } from '../../server/api.ts'

const KEY = 'next season put away'

/** What is proposed after this season, until somebody puts that away on this device. */
export function useNextSeason(ended: Season | undefined) {
  const [last, setLast] = useState(() => storage.getItem(KEY))
  const id = ended?.id ?? 0
  const isProposed = ended !== undefined && last !== `${id}`
  const participants = useQuery({
    ...query('GET /admin/season-participants/{seasonId}', id),
    enabled: isProposed,
  })
  const sources = useQuery({ ...query('GET /admin/seasons/copy-sources'), enabled: isProposed })
  if (!isProposed || !participants.data || !sources.data) return null
  const putAway = () => {
    storage.setItem(KEY, `${id}`)
    setLast(`${id}`)
    useNotices.getState().show('success', 'Hidden in this browser. You can still start it from Seasons')
  }
  const counts = {
    players: participants.data.filter(({ is_active }) => is_active === 1).length,
    sports: sources.data.find((source) => source.id === id)?.sportCount ?? 0,
  }
  const { name, year_start: yearStart, year_end: yearEnd } = ended
  return { name, from: id, title: nextYearText({ name, yearStart, yearEnd }, counts), putAway }
}
