import { fieldsOf } from '../../../api/contract/fields.ts'
import { slotLabel } from '../../slot-names.ts'
import { TextInput } from '../../ui/form/inputs.tsx'

type WriteInsProps = {
  picks: string[]
  names: string[] | undefined
  error: string | undefined
  onEdit: (picks: string[]) => void
}

export function WriteIns({ picks, names, error, onEdit }: WriteInsProps) {
  return picks.map((pick, index) => {
    const number = index + 1
    return (
      <TextInput
        key={number}
        label={`${slotLabel(names, number)}${number === 1 ? '' : ' (optional)'}`}
        error={number === 1 ? error : undefined}
        value={pick}
        maxLength={fieldsOf('POST /picks/{token}').picks.maxLength}
        required={number === 1}
        autoComplete="off"
        enterKeyHint={number === picks.length ? 'done' : 'next'}
        onChange={(event) => onEdit(picks.with(index, event.target.value))}
      />
    )
  })
}
