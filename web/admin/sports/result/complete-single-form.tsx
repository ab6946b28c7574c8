import { Select } from '../../../ui/form/inputs.tsx'
import { Hint } from '../../../ui/layout.tsx'
import { useFieldsForm } from '../../command/command-form.ts'
import { choice } from '../../command/field.ts'
import { championRequired, otherPick, places, worth, worthOfNone } from './places.ts'
import { type ResultFormProps, StepsForm } from './result-form.tsx'

type CompleteSingleFormProps = ResultFormProps & {
  teams: string[]
  /** How many players picked each team; null while nobody knows yet. */
  playersOf: ReadonlyMap<string, number> | null
}

/** Each place offers the teams that the earlier places left. */
export function CompleteSingleForm({
  teams,
  playersOf,
  scoring,
  former,
  steps,
  onSubmit,
}: CompleteSingleFormProps) {
  const form = useFieldsForm(steps.name, {}, { ...former, reason: '' })
  const chosen = form.watch()
  const takenBefore = (index: number) => places.slice(0, index).map(({ field }) => chosen[field])
  /** Two places change their teams, so that none is emptied unseen. Without a champion there are no places. */
  const swapLaterPlaces = ({ field: changed }: (typeof places)[number], index: number, team: string) => {
    for (const { field } of places.slice(index + 1)) {
      if (team === '' && index === 0) form.setValue(field, '')
      if (team !== '' && chosen[field] === team) form.setValue(field, chosen[changed])
    }
  }
  const isPicked = (team: string) => playersOf?.has(team) === true
  const pickedFirst = [...teams.filter(isPicked), ...teams.filter((team) => !isPicked(team))]
  const named = places.map(({ field }) => chosen[field])
  const others = [...(playersOf ?? [])].filter(([team]) => !named.includes(team))
  const playersOfOthers = others.reduce((sum, [, players]) => sum + players, 0)
  return (
    <StepsForm
      steps={steps}
      form={form}
      onSubmit={(values) =>
        onSubmit({
          ...Object.fromEntries(places.map(({ field }) => [field, values[field] || null])),
          ...(steps.correcting && { reason: values.reason.trim() }),
        })
      }
    >
      {places.map((place, index) => (
        <Select
          key={place.field}
          label={place.label}
          hint={playersOf && worth(scoring, place.placement, playersOf.get(chosen[place.field]) ?? 0)}
          disabled={index > 0 && chosen.firstPlaceTeam === ''}
          names={(index === 0 ? teams : pickedFirst)
            .filter((team) => !takenBefore(index).includes(team))
            .map((team) => [team, team])}
          {...choice(form, place.field, {
            needed: index === 0 && championRequired,
            onChange: (event) => swapLaterPlaces(place, index, event.target.value),
          })}
        >
          <option value="">{index === 0 ? 'Choose the champion' : 'Nobody'}</option>
        </Select>
      ))}
      {playersOf && (
        <Hint>
          {otherPick}: {worth(scoring, 'sixthPlus', playersOfOthers)}. {worthOfNone(scoring)}
        </Hint>
      )}
    </StepsForm>
  )
}
