import type { ExplainedCell, Explanation } from '../../../api/contract/explanations.ts'
import type { OwnPick } from '../../../api/contract/picks.ts'
import { counted } from '../../../domain/names.ts'
import { PLACE_NAMES } from '../../../domain/seasons/points.ts'
import { isLocking } from '../../locking.ts'
import { api } from '../../server/api.ts'
import { errorText } from '../../server/request.ts'
import { useSingleMutation } from '../../server/single-mutation.ts'
import { Picks } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hint, Lines, Row, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/name.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatInZone } from '../moment.ts'
import { countingPicks } from '../pick-texts.ts'
import { isOpen, openSports, otherMissingSports, useOwnStanding } from './own-standing.ts'

/** The player's season: of open sports what this link opens, and of the others what everybody sees. */
export function MySports({ pick, token }: { pick: OwnPick; token: string }) {
  return (
    <>
      <SportsCard pick={pick} token={token} />
      {pick.closed === null && (
        <Row justify="center">
          <Link to={`/pick/${token}/story`}>History of this pick</Link>
        </Row>
      )}
    </>
  )
}

function SportsCard({ pick, token }: { pick: OwnPick; token: string }) {
  const { data } = useOwnStanding(pick)
  const cells = data?.cells.filter(({ status }) => status !== 'draft') ?? []
  // A season of one sport is on this page already.
  if (!data || cells.length < 2) return null
  const open = openSports(cells)
  const over = cells.filter((cell) => !isOpen(cell)).toReversed()
  return (
    <Card title="My sports" aside={<Standing of={data} />}>
      {open.length > 0 && (
        <Lines gap={2} aria-label="Open sports">
          {open.map((cell) => (
            <OpenSport key={cell.roundId} cell={cell} pick={pick} />
          ))}
        </Lines>
      )}
      {otherMissingSports(cells, pick).length > 0 && <LinksByMail token={token} />}
      {over.length > 0 && (
        <details open={open.length === 0}>
          <summary>
            {over.some(({ cancelled }) => cancelled) ? 'Locked, scored and cancelled' : 'Locked and scored'} (
            {over.length})
          </summary>
          <Lines gap={2} aria-label="Locked and scored sports">
            {over.map((cell) => (
              <PastSport key={cell.roundId} cell={cell} seasonId={pick.seasonId} />
            ))}
          </Lines>
        </details>
      )}
    </Card>
  )
}

/** Each link opens one sport, and this mail goes to its owner alone, also where somebody else holds the link. */
function LinksByMail({ token }: { token: string }) {
  const asking = useSingleMutation({ mutationFn: () => api('POST /picks/{token}/links', token) })
  return (
    <Stack gap={2} align="start">
      <Hint>Every sport has its own link. You'll find it in the mail for that sport.</Hint>
      {asking.data ? (
        <Notice tone="success">{asking.data.message}.</Notice>
      ) : (
        <SmallButton busy={asking.isPending} onClick={() => asking.mutate(undefined)}>
          Mail Me My Links
        </SmallButton>
      )}
      {asking.error && (
        <Notice tone="danger">{errorText(asking.error, 'The links were not mailed. Try again')}</Notice>
      )}
    </Stack>
  )
}

function Standing({ of: { rank, playerCount, totalPoints, tiedWith } }: { of: Explanation }) {
  // Without ranks everybody is first with 0.
  const isRanked = totalPoints !== 0 || tiedWith.length < playerCount - 1
  return (
    <Hint as="span">
      {isRanked ? `#${rank} of ${playerCount}, ${counted(totalPoints, 'point')}` : 'No points yet'}
    </Hint>
  )
}

function OpenSport({ cell, pick }: { cell: ExplainedCell; pick: OwnPick }) {
  const isThis = cell.roundId === pick.round.id
  const own = isThis ? countingPicks(pick) : []
  const hasPicked = isThis ? own.length > 0 : cell.hasPicked
  return (
    <li aria-current={isThis}>
      <Row wraps={false} grows>
        <strong translate="no">{cell.sportName}</strong>
        <Badge tone={hasPicked ? 'success' : 'warning'}>{hasPicked ? 'Picked' : 'Missing'}</Badge>
      </Row>
      {own.length > 0 && (
        <Hint>
          <Picks of={own} isTeam={pick.round.pickType === 'single'} />
        </Hint>
      )}
      <Hint>
        {isLocking(cell) ? 'Locking…' : 'Locks'}{' '}
        <Time of={cell.lockTime}>{formatInZone(cell.lockTime, pick.round.offsets)}</Time>
      </Hint>
    </li>
  )
}

type PastSportProps = { cell: ExplainedCell; seasonId: number }

function PastSport({ cell, seasonId }: PastSportProps) {
  const { roundId, sportName, picks, place, points, status, cancelled, hasPicked } = cell
  return (
    <li>
      <Row wraps={false} grows>
        <strong>
          <Link translate="no" to={`/?season=${seasonId}&sport=${roundId}`}>
            {sportName}
          </Link>
        </strong>
        <span>
          {status === 'completed' ? counted(points ?? 0, 'point') : cancelled ? 'Cancelled' : 'No result yet'}
        </span>
      </Row>
      <Hint>
        {picks?.length ? <Picks of={picks} isTeam={picks.length === 1} /> : hasPicked ? 'Picked' : 'No pick'}
        {place && `: ${PLACE_NAMES[place]}`}
      </Hint>
    </li>
  )
}
