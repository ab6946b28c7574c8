import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MyPage } from '../../api/contract/my-page.ts'
import { counted } from '../../domain/names.ts'
import { PLACE_NAMES } from '../../domain/seasons/points.ts'
import { useKept } from '../draft.ts'
import { AskLate } from '../pick/form/ask-late.tsx'
import { type Draft, filledIn } from '../pick/pick-texts.ts'
import { ownPickQuery } from '../server/public-queries.ts'
import { pickTexts } from '../slot-names.ts'
import { Picks } from '../ui/avatar.tsx'
import { SmallButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Hint, Lines, Row, Stack } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import { Notice } from '../ui/notice.tsx'
import { Asked } from '../ui/waiting/loaded.tsx'
import styles from './my-page.module.css'
import { keyOf, type LockedSport, nameIn } from './my-page-query.ts'

/** What has no result yet is shown, and what has one is folded. */
export function LockedSports({ page }: { page: MyPage }) {
  const { locked } = page
  const waiting = locked.filter(({ result }) => result === null)
  const scored = locked.filter(({ result }) => result !== null)
  if (locked.length === 0) return null
  const list = (rows: readonly LockedSport[], label: string) => (
    <Lines gap={2} aria-label={label}>
      {rows.map((row) => (
        <Locked key={keyOf(row)} row={row} name={nameIn(page, row.userId)} />
      ))}
    </Lines>
  )
  return (
    <Card title="Locked">
      {waiting.length > 0 && list(waiting, 'Locked sports')}
      {scored.length > 0 && (
        <details className={styles.row}>
          <summary>Scored ({scored.length})</summary>
          {list(scored, 'Scored sports')}
        </details>
      )}
    </Card>
  )
}

function Locked({ row, name }: { row: LockedSport; name: string }) {
  const { round, token, result, currentPick } = row
  const [draft, setDraft] = useKept<Draft | null>(keyOf(row), null)
  const picks = pickTexts(currentPick, round.slotNames)
  const unsaved = draft ? filledIn(draft.picks) : []
  return (
    <li>
      <Row wraps={false} grows gap={2}>
        <span>
          <strong>
            <Link to={`/pick/${token}/story`} translate="no">
              {round.sportName}
            </Link>
          </strong>
          , <Name of={name} />
        </span>
        <span>
          {result
            ? counted(result.points, 'point')
            : round.status === 'active'
              ? 'Locking…'
              : 'No result yet'}
        </span>
      </Row>
      <Hint>
        {picks.length > 0 ? <Picks of={picks} isTeam={round.pickType === 'single'} /> : 'No pick'}
        {result?.place && `: ${PLACE_NAMES[result.place]}`}
      </Hint>
      {unsaved.length > 0 && (
        <Notice
          tone="danger"
          title={`Not saved: ${unsaved.join(', ')}`}
          action={<SmallButton onClick={() => setDraft(null)}>Dismiss</SmallButton>}
        >
          It was chosen here but not saved before the lock.
        </Notice>
      )}
      {picks.length === 0 && round.status === 'locked' && <Late token={token} draft={draft} />}
    </li>
  )
}

/** What may be asked for is known to the pick link. */
function Late({ token, draft }: { token: string; draft: Draft | null }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const queries = useQueryClient()
  const own = ownPickQuery(token)
  if (!isUnfolded) return <SmallButton onClick={() => setUnfolded(true)}>Ask the Commissioner…</SmallButton>
  return (
    <Asked of={own} rows={2}>
      {(pick) => (
        <Stack gap={3}>
          <AskLate
            {...{ pick, token, draft }}
            onAsked={() => queries.invalidateQueries({ queryKey: own.queryKey })}
          />
        </Stack>
      )}
    </Asked>
  )
}
