import { useSearchParams } from 'react-router'
import type { Reading } from '../../api/contract/leaderboards.ts'

/** Right after the first result of a sport, or after a correction of it, in one of the two readings. */
export type PastMoment = { afterRound: number; correction?: number; reading: Reading }

/** What the page shows is part of its address, so that it can be shared, and Back leads back. */
export function useHomeAddress() {
  const [params, setParams] = useSearchParams()
  const idIn = (name: string) => Number(params.get(name)) || null
  const afterRound = idIn('after')
  const reading = params.get('reading') === 'corrected' ? 'corrected' : 'then'
  const correction = idIn('correction')
  const moment: PastMoment | null = afterRound
    ? { afterRound, ...(correction && { correction }), reading }
    : null
  const change = (values: Record<string, string | number | null>, replace: boolean) =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === null) now.delete(name)
          else now.set(name, `${value}`)
        }
        return now
      },
      { replace, preventScrollReset: true },
    )
  return {
    sport: idIn('sport'),
    moment,
    showSport: (sport: number) => change({ sport }, true),
    /** Null is now. The way along the moments is one step of Back. */
    moveTo: (next: PastMoment | null) =>
      change(
        {
          sport: null,
          after: next?.afterRound ?? null,
          correction: next?.correction ?? null,
          reading: next?.reading === 'corrected' ? 'corrected' : null,
        },
        moment !== null,
      ),
  }
}
