import type { CopyPreview } from '../../../../api/contract/copying.ts'
import { counted } from '../../../../domain/names.ts'
import { formatInZone } from '../../../pick/moment.ts'
import { Checkbox, TextInput } from '../../../ui/form/inputs.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { wallClock } from '../../calendar.ts'

type Row = CopyPreview['rows'][number]

type CopyRowProps = {
  /** As it was proposed. */
  row: Row
  /** With the time that was typed. Missing where the server refuses it. */
  effect: Row | undefined
  isChosen: boolean
  /** As it was typed. */
  time: string | undefined
  onToggle: () => void
  onTime: (time: string) => void
}

export function CopyRow({ row, effect, isChosen, time, onToggle, onTime }: CopyRowProps) {
  const { sportName, was, lockTime, timezone, offsets, teams } = row
  const proposed = wallClock(lockTime, offsets)
  const label = `Locks at (${timezone})`
  return (
    <Stack as="li" gap={2}>
      <Checkbox
        label={<span translate="no">{sportName}</span>}
        hint={`${teams > 0 ? counted(teams, 'team') : 'Write-ins'}. Was ${formatInZone(was, offsets)}.`}
        checked={isChosen}
        onChange={onToggle}
      />
      {isChosen && (
        <TextInput
          label={label}
          aria-label={`${sportName}: ${label}`}
          type="datetime-local"
          value={time ?? proposed}
          onChange={({ target }) => onTime(target.value)}
          hint={
            effect && (
              <>
                {effect.opensAt && `Opens ${formatInZone(effect.opensAt, effect.offsets)}. `}
                {effect.warnings.length > 0 && <strong>{effect.warnings.join(' ')}</strong>}
              </>
            )
          }
        />
      )}
    </Stack>
  )
}
