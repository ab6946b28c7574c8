import { Select } from '../../ui/form/inputs.tsx'
import type { TieBreak } from './rules-values.ts'

const names: Record<TieBreak, string> = {
  round_wins: 'More sports won',
  countback: 'More first places, then second ones, and so on',
  fewest_missed: 'Fewer missed picks',
  guess: 'The nearer guess, asked with one sport',
}
const all = Object.keys(names) as TieBreak[]

type TieBreakFieldsProps = { chain: TieBreak[]; onChange: (chain: TieBreak[]) => void }

/** One field more than there are tie-breaks. The later ones stay when one is emptied. */
export function TieBreakFields({ chain, onChange }: TieBreakFieldsProps) {
  return [...chain, null].slice(0, all.length).map((chosen, index) => {
    const before = chain.slice(0, index)
    const after = chain.slice(index + 1)
    return (
      <Select
        // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place in the order
        key={index}
        label={index === 0 ? 'Between players with as many points decides' : 'Then'}
        value={chosen ?? ''}
        onChange={({ target }) =>
          onChange([
            ...before,
            ...all.filter((one) => one === target.value),
            ...after.filter((one) => one !== target.value),
          ])
        }
      >
        <option value="">Nothing: they share a rank</option>
        {all
          .filter((one) => !before.includes(one))
          .map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
      </Select>
    )
  })
}
