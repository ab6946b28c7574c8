import type { Leaderboard } from '../../api/contract/leaderboards.ts'
import { ordinal } from '../../domain/ordinal.ts'
import { NAMED_PLACES } from '../../domain/seasons/points.ts'

type Resulted = Pick<
  Leaderboard['rounds'][number],
  'right_answers' | `${(typeof NAMED_PLACES)[number]}_place_team`
>

/** By place, or by name where write-ins have names. A place that nobody took has no line. */
export const resultLines = (round: Resulted): { short: string; holder: string; place?: number }[] =>
  round.right_answers
    ? round.right_answers.map(({ name, answers }) => ({
        short: name,
        holder: answers.join(' / ') || 'Nobody',
      }))
    : NAMED_PLACES.flatMap((place, at) => {
        const holder = round[`${place}_place_team`]
        return holder ? [{ short: ordinal(at + 1), holder, place: at + 1 }] : []
      })
