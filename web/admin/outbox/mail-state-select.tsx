import type { MailState, Outbox } from '../../../api/contract/outbox.ts'
import { Select } from '../../ui/form/inputs.tsx'
import { MAIL_STATES, mailStateText } from './mail-badge.tsx'

type MailStateSelectProps = {
  state: MailState | undefined
  counts: Outbox['counts']
  onSelect: (state: MailState | undefined) => void
}

/** Offers only states that some mail has. */
export function MailStateSelect({ state, counts, onSelect }: MailStateSelectProps) {
  const present = MAIL_STATES.filter((one) => counts[one] || one === state)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <Select
      label="Show"
      value={state ?? ''}
      onChange={({ target }) => onSelect(MAIL_STATES.find((one) => one === target.value))}
    >
      <option value="">All mail ({total})</option>
      {present.map((one) => (
        <option key={one} value={one}>
          {mailStateText(one)} ({counts[one] ?? 0})
        </option>
      ))}
    </Select>
  )
}
