import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ExplainedCell, Explanation } from '../../../api/contract/explanations.ts'
import { NAMED_PLACES, PLACE_NAMES, PLACES, type Place } from '../../../domain/seasons/points.ts'
import { signed } from '../../browser/formats.ts'
import { marks } from '../../marks.ts'
import { formatMoment } from '../../pick/moment.ts'
import { query } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Hint, Lines, Row } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Name, Time } from '../../ui/name.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import styles from './leaderboard-table.module.css'

/** `roundId` is null for the total. */
export type Question = { userId: number; userName: string; roundId: number | null }

export type ExplanationDialogProps = Question & { seasonId: number; onClose: () => void }

export function ExplanationDialog({ seasonId, userId, userName, roundId, onClose }: ExplanationDialogProps) {
  const explanation = useQuery(
    query('GET /public/leaderboard/season/{id}/players/{playerId}', seasonId, userId),
  )
  return (
    <Dialog
      onClose={onClose}
      title={`The points of ${userName}`}
      description={explanation.data?.sentence}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={explanation}>
        {(loaded) => (
          <>
            <Sum explanation={loaded} roundId={roundId} seasonId={seasonId} />
            <Link data-name to={`/players/${userId}`}>
              All seasons of <Name of={userName} />
            </Link>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** `1st`, `6th and below`. */
const nameOf = (place: Place) => PLACE_NAMES[place].replace(' place', '')

type SumProps = { explanation: Explanation; roundId: number | null; seasonId: number }

function Sum({ explanation, roundId, seasonId }: SumProps) {
  const { cells, totalPoints, pointsInForce, userId } = explanation
  return (
    <>
      <Lines as="ol">
        {cells
          .filter(({ status }) => status !== 'draft')
          .map((cell) => (
            <Cell
              key={cell.roundId}
              cell={cell}
              page={`/seasons/${seasonId}/sports/${cell.roundId}/players/${userId}`}
              userId={userId}
              asked={cell.roundId === roundId}
            />
          ))}
        <Row as="li" justify="space-between">
          <strong>Total</strong>
          <strong translate="no">{totalPoints} pts</strong>
        </Row>
      </Lines>
      <Hint>
        Points for each place: {PLACES.map((place) => `${nameOf(place)} ${pointsInForce[place]}`).join(', ')}
      </Hint>
    </>
  )
}

type CellProps = { cell: ExplainedCell; page: string; userId: number; asked: boolean }

function Cell({ cell, page, userId, asked }: CellProps) {
  const isAdmin = useSession((state) => state.token !== null)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (asked) item.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])
  return (
    <li ref={item} className={asked ? styles.asked : undefined}>
      <Row justify="space-between" wraps={false} align="start">
        <strong translate="no">{cell.sportName}</strong>
        {cell.points !== null && (
          <span translate="no">
            {cell.dropped ? <s>{signed(cell.points)}</s> : signed(cell.points)}{' '}
            <Hint as="span">= {cell.sum}</Hint>
          </span>
        )}
      </Row>
      <p>{cell.sentence}</p>
      <Hint>{placesText(cell)}</Hint>
      {cell.marks.map(({ kind, at, reason }) => (
        <Hint key={kind}>
          <Badge tone="warning">{marks[kind].text}</Badge> <Time of={at}>{formatMoment(at)}</Time>
          {reason && (
            <>
              {' · Reason: '}
              <Name of={reason} />
            </>
          )}
        </Hint>
      ))}
      <Hint>
        <Link to={page} aria-label={`History of this pick: ${cell.sportName}`}>
          History of this pick
        </Link>{' '}
        {isAdmin && <Link to={`/admin/history?round=${cell.roundId}&player=${userId}`}>History</Link>}
      </Hint>
    </li>
  )
}

function placesText(cell: ExplainedCell): string {
  if (cell.status !== 'completed') return ''
  const right = (cell.right_answers ?? []).flatMap(({ name, answers }) =>
    answers.length > 0 ? [`${name}: ${answers.join(' / ')}`] : [],
  )
  const named = NAMED_PLACES.flatMap((place) => {
    const team = cell[`${place}_place_team`]
    return team ? [`${nameOf(place)} ${team}`] : []
  })
  return `Result: ${[...right, ...named].join(', ')}`
}
