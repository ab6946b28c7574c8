import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useKept } from '../draft.ts'
import { PickForm } from '../pick/form/pick-form.tsx'
import { type SavedPick, usePickSaving } from '../pick/form/pick-saving.ts'
import { formatInZone } from '../pick/moment.ts'
import { countingPicks, type Draft, KEEP_RECEIPT, numberText } from '../pick/pick-texts.ts'
import { ReceiptLine } from '../pick/saved/receipt-line.tsx'
import { Avatar, Picks } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { SmallButton } from '../ui/button.tsx'
import { Hint, Stack } from '../ui/layout.tsx'
import { Name, Time } from '../ui/name.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './my-page.module.css'
import { keyOf, type OpenSport } from './my-page-query.ts'

type OpenRowProps = {
  row: OpenSport
  name: string
  queryKey: QueryKey
  isUnfolded: boolean
  /** Its lock time has come: nobody can pick any more. */
  isLocking: boolean
  onFold: (isUnfolded: boolean) => void
  onUnsaved: (isUnsaved: boolean) => void
  onSaved: (saved: SavedPick) => void
}

export function OpenRow({
  row,
  name,
  queryKey,
  isUnfolded,
  isLocking,
  onFold,
  onUnsaved,
  onSaved,
}: OpenRowProps) {
  const edits = useKept<Draft | null>(keyOf(row), null)
  const saving = usePickSaving(row.token, row, { edits, queryKey, onSaved })
  const { isUnsaved, isChangedElsewhere, isEditing } = saving
  const picks = countingPicks(row)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller makes a new function each time
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved])
  return (
    <li>
      <details
        className={styles.row}
        data-row={keyOf(row)}
        open={isUnfolded}
        onToggle={({ currentTarget }) => currentTarget.open !== isUnfolded && onFold(currentTarget.open)}
      >
        <summary>
          <Avatar id={row.userId} name={name} />
          <span className={styles.who}>
            <strong translate="no">{name}</strong>
            {picks.length > 0 && (
              <Hint as="span">
                <Picks of={picks} isTeam={row.round.pickType === 'single'} />
              </Hint>
            )}
          </span>
          <RowState saving={saving} hasPicked={picks.length > 0} isLocking={isLocking} />
        </summary>
        {isUnfolded && (
          <Stack gap={3} aria-label={`${row.round.sportName}, ${name}`} role="group">
            {isChangedElsewhere && (
              <Notice tone="warning" title="Changed in another tab or on another device">
                {picks.length > 0 ? (
                  <>
                    <Name of={picks.join(', ')} /> counts now.
                  </>
                ) : (
                  'There is no pick any more.'
                )}
              </Notice>
            )}
            {isLocking ? (
              <Notice tone="warning" title="Locking…">
                Nobody can pick any more. In a moment everybody sees the picks.
              </Notice>
            ) : isEditing ? (
              <PickForm pick={row} saving={saving} plain />
            ) : (
              <Saved row={row} onChange={saving.change} />
            )}
          </Stack>
        )}
      </details>
    </li>
  )
}

type RowStateProps = { saving: ReturnType<typeof usePickSaving>; hasPicked: boolean; isLocking: boolean }

function RowState({ saving, hasPicked, isLocking }: RowStateProps) {
  if (isLocking) return <Badge tone="warning">Locking…</Badge>
  if (saving.isSaving) return <Badge>Saving…</Badge>
  if (saving.problem && saving.isUnsaved) return <Badge tone="danger">Not saved</Badge>
  if (saving.isUnsaved) return <Badge tone="warning">Not saved yet</Badge>
  return <Badge tone={hasPicked ? 'success' : 'warning'}>{hasPicked ? 'Picked' : 'Missing'}</Badge>
}

function Saved({ row: { round, receipt }, onChange }: { row: OpenSport; onChange: () => void }) {
  const { tieBreak } = round
  return (
    <>
      {tieBreak && tieBreak.guess !== null && (
        <p>
          <Name of={tieBreak.question} />{' '}
          <strong translate="no">{numberText(tieBreak.guess, tieBreak.unit)}</strong>
        </p>
      )}
      {receipt && (
        <Hint as="div">
          <p>
            Saved <Time of={receipt.savedAt}>{formatInZone(receipt.savedAt, round.offsets, 'seconds')}</Time>
          </p>
          <ReceiptLine code={receipt.code} />
          <p>{KEEP_RECEIPT}</p>
        </Hint>
      )}
      <div>
        <SmallButton onClick={onChange}>Change</SmallButton>
      </div>
    </>
  )
}
