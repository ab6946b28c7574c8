import { TextInput } from '../ui/inputs.tsx'

type WriteInsProps = {
  picks: string[]
  error: string | undefined
  onEdit: (picks: string[]) => void
}

export function WriteIns({ picks, error, onEdit }: WriteInsProps) {
  return picks.map((pick, index) => {
    const number = index + 1
    return (
      <TextInput
        key={number}
        label={number === 1 ? 'Pick 1' : `Pick ${number} (optional)`}
        error={number === 1 ? error : undefined}
        value={pick}
        maxLength={100}
        required={number === 1}
        autoComplete="off"
        enterKeyHint={number === picks.length ? 'done' : 'next'}
        onChange={(event) => onEdit(picks.with(index, event.target.value))}
      />
    )
  })
}
