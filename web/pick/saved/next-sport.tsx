import type { OwnPick } from '../../../api/contract/picks.ts'
import { Name, Time } from '../../ui/name.tsx'
import { formatMoment } from '../moment.ts'
import { openSports, otherMissingSports, useOwnStanding } from './own-standing.ts'

/** After a pick: which sport waits for the next one. */
export function NextSport({ pick }: { pick: OwnPick }) {
  const { data } = useOwnStanding(pick)
  if (!data) return null
  const [next] = otherMissingSports(data.cells, pick)
  if (next) {
    return (
      <p>
        <strong>
          Next: <Name of={next.sportName} />
        </strong>
        , locks <Time of={next.lockTime}>{formatMoment(next.lockTime)}</Time>.
      </p>
    )
  }
  return openSports(data.cells).length > 1 ? <p>You have picked every open sport.</p> : null
}
