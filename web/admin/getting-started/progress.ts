import { useQueries } from '@tanstack/react-query'
import { query } from '../../server/api.ts'

export type Progress = { players: number; seasons: number; sports: number }

export function useProgress() {
  const [players, seasons, rounds] = useQueries({
    queries: [query('GET /admin/users'), query('GET /admin/seasons'), query('GET /admin/rounds')],
  })
  const failed = [players, seasons, rounds].find(({ isError, data }) => isError && data === undefined)
  const progress: Progress | null =
    players.data && seasons.data && rounds.data
      ? { players: players.data.length, seasons: seasons.data.length, sports: rounds.data.length }
      : null
  return { progress, error: failed?.error ?? null }
}

export const isSetUp = ({ players, seasons, sports }: Progress) => players > 0 && seasons > 0 && sports > 0
