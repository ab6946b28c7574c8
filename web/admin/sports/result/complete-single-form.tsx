import { Select } from '../../../ui/form/inputs.tsx'
import { Hint } from '../../../ui/layout.tsx'
import { useFieldsForm } from '../../command/command-form.ts'
import { field } from '../../command/field.ts'
import { DialogForm } from '../../command/form-dialog.tsx'
import { ReasonInput } from '../../command/reason-input.tsx'
import { championRequired, otherPick, places, worth, worthOfNone } from './places.ts'
import type { ResultFormProps } from './result-form.ts'

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
  correcting,
  preview,
  action,
  disabled,
  sending,
  onSubmit,
}: CompleteSingleFormProps) {
  const form = useFieldsForm({}, { ...former, reason: '' })
  const chosen = form.watch()
  const takenBefore = (index: number) => places.slice(0, index).map(({ field }) => chosen[field])
  const freeLaterPlaces = (index: number, team: string) => {
    for (const { field } of places.slice(index + 1)) {
      if (team === '' ? index === 0 : form.getValues(field) === team) form.setValue(field, '')
    }
  }
  const isPicked = (team: string) => playersOf?.has(team) === true
  const pickedFirst = [...teams.filter(isPicked), ...teams.filter((team) => !isPicked(team))]
  const named = places.map(({ field }) => chosen[field])
  const others = [...(playersOf ?? [])].filter(([team]) => !named.includes(team))
  const playersOfOthers = others.reduce((sum, [, players]) => sum + players, 0)
  const submit = form.handleSubmit((values) =>
    onSubmit({
      ...Object.fromEntries(places.map(({ field }) => [field, values[field] || null])),
      ...(correcting && { reason: values.reason.trim() }),
    }),
  )
  return (
    <DialogForm action={action} disabled={disabled} form={{ ...sending, submit }}>
      {places.map(({ field: name, label, placement }, index) => (
        <Select
          key={name}
          label={label}
          hint={playersOf && worth(scoring, placement, playersOf.get(chosen[name]) ?? 0)}
          disabled={index > 0 && chosen.firstPlaceTeam === ''}
          names={(index === 0 ? teams : pickedFirst)
            .filter((team) => !takenBefore(index).includes(team))
            .map((team) => [team, team])}
          {...field(form, name, {
            needed: index === 0 && championRequired,
            onChange: (event) => freeLaterPlaces(index, event.target.value),
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
      {correcting && <ReasonInput form={form} />}
      {preview}
    </DialogForm>
  )
}
