import { fieldsOf } from '../../../api/contract/fields.ts'
import type { PickItems } from '../../../api/contract/picks.ts'
import type { Round } from '../../../api/contract/rounds.ts'
import { inSlots } from '../../pick/pick-texts.ts'
import { slotLabel } from '../../slot-names.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { decimalIn, decimalProblem } from '../../ui/form/decimal.ts'
import { Select, TextInput } from '../../ui/form/inputs.tsx'
import { useFieldsForm } from '../command/command-form.ts'
import { choice, field } from '../command/field.ts'
import { DialogForm } from '../command/form-dialog.tsx'
import { ReasonInput } from '../command/reason-input.tsx'
import { teamNames } from '../sports/team-names.ts'

/** A late entry, or one that replaces another, has a `reason`. */
export type PickEntry = { picks: string[]; guess?: number; reason?: string }

type EnterPickFormProps = {
  round: Round
  items: PickItems['pickItems']
  /** What a player has asked for. */
  filled: { guess: string; reason: string } | undefined
  asksReason: boolean
  /** Missing where there is no pick to clear. */
  onClear: (() => void) | undefined
  /** With the problem that the whole form has. */
  sending: { busy: boolean; problem: string | null }
  onSubmit: (entry: PickEntry) => void
}

export function EnterPickForm({ round, items, filled, asksReason, ...props }: EnterPickFormProps) {
  const { onClear, sending, onSubmit } = props
  const single = round.pick_type === 'single'
  const count = single ? 1 : (round.num_write_in_picks ?? 1)
  const form = useFieldsForm(`${round.id}`, single ? {} : fieldsOf('POST /admin/picks'), {
    picks: Array.from({ length: count }, (_, index) => ({
      value: items.find(({ pickNumber }) => pickNumber === index + 1)?.pickValue ?? '',
    })),
    ...{ guess: '', reason: '', ...filled },
  })
  const submit = form.handleSubmit((values) =>
    onSubmit({
      picks: inSlots(values.picks.map(({ value }) => value)),
      ...(values.guess.trim() !== '' && { guess: Number(decimalIn(values.guess)) }),
      ...(asksReason && { reason: values.reason.trim() }),
    }),
  )
  const isNone = form.watch('picks').every(({ value }) => value.trim() === '')
  const needed = isNone && !single ? 'Please enter at least one pick' : 'Please enter a pick'
  if (single && round.teams.length === 0) return <EmptyState title="No teams available for this round." />
  return (
    <DialogForm
      action="Save Pick"
      form={{ ...sending, submit }}
      otherActions={
        onClear && (
          <Button variant="secondary" data-apart disabled={sending.busy} onClick={onClear}>
            Clear Pick
          </Button>
        )
      }
    >
      {single ? (
        <Select
          label="Pick"
          {...choice(form, 'picks.0.value', { needed })}
          names={teamNames(round.teams).map((name) => [name, name])}
        >
          <option value="">Select a team/player…</option>
        </Select>
      ) : (
        Array.from({ length: count }, (_, index) => index).map((index) => (
          <TextInput
            key={index}
            label={`${slotLabel(round.slot_names, index + 1)}${index === 0 ? '' : ' (optional)'}`}
            autoComplete="off"
            {...field(form, `picks.${index}.value`, { needed: index === 0 && needed })}
          />
        ))
      )}
      {round.tie_break && (
        <TextInput
          label={round.tie_break.question}
          hint="Optional. Leave empty to keep the guess as it is."
          inputMode="decimal"
          autoComplete="off"
          error={form.formState.errors.guess?.message}
          {...form.register('guess', { validate: decimalProblem })}
        />
      )}
      {asksReason && <ReasonInput form={form} />}
    </DialogForm>
  )
}
