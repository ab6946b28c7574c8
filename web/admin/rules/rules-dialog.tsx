import { fieldsOf } from '../../../api/contract/fields.ts'
import type { Season } from '../../../api/contract/seasons.ts'
import { api } from '../../server/api.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Checkbox, Select, TextArea } from '../../ui/form/inputs.tsx'
import { Link } from '../../ui/link.tsx'
import { Asked } from '../../ui/waiting/loaded.tsx'
import { rulesToEditQuery } from '../admin-queries.ts'
import { useCommandForm } from '../command/command-form.ts'
import { choice, field } from '../command/field.ts'
import { DialogForm } from '../command/form-dialog.tsx'
import { ReasonInput } from '../command/reason-input.tsx'
import { asSeen, isOutdated, isSeen, usePreview } from '../preview/preview.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { PointsInputs } from '../settings/points-fields.tsx'
import { settingsFields } from '../settings/settings-values.ts'
import { hasOtherRules, type RulesToEdit, rulesIn, type TieBreak, valuesOf } from './rules-values.ts'

type RulesDialogProps = { season: Season; onClose: () => void }

export function RulesDialog({ season, onClose }: RulesDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={`Rules of ${season.name}`}
      description={
        <>
          Everyone can read them on the <Link to={`/rules?season=${season.id}`}>Rules page</Link>.
        </>
      }
    >
      <Asked of={rulesToEditQuery(season.id)}>
        {(loaded) => <RulesForm season={season} now={loaded} onClose={onClose} />}
      </Asked>
    </Dialog>
  )
}

function RulesForm({ season, now, onClose }: RulesDialogProps & { now: RulesToEdit }) {
  const form = useCommandForm({
    fields: { ...settingsFields, ...fieldsOf('PUT /admin/seasons/{id}/note') },
    defaultValues: valuesOf(now),
    send: async ({ note, reason }) => {
      const why = { ...asSeen(preview.data), ...(now.frozen && { reason: reason.trim() }) }
      // What may be refused comes first.
      if (isOther)
        await (isOwn
          ? api('PUT /admin/seasons/{id}/rules', season.id, { ...rules, ...why })
          : api('DELETE /admin/seasons/{id}/rules', season.id, why))
      if (note.trim() !== (now.note ?? ''))
        await api('PUT /admin/seasons/{id}/note', season.id, { note: note.trim() })
    },
    fallback: 'Failed to save the rules',
    success: () => `The rules of ${season.name} are saved`,
    onDone: onClose,
    onProblem: (error) => isOutdated(error) && preview.refetch(),
  })
  const values = form.watch()
  const { isOwn, tieBreak } = values
  const rules = rulesIn(values, now)
  const isOther = hasOtherRules(values, now)
  const isShown = now.frozen && isOther
  const preview = usePreview(
    ['rules', season.id, rules],
    isShown && (() => api('POST /admin/previews/seasons/{id}/rules', season.id, rules)),
  )
  return (
    <DialogForm action="Save Rules" form={form} disabled={isShown && !isSeen(preview)}>
      <Checkbox
        label="This season has its own rules"
        hint="Otherwise it uses the scoring in Settings: every sport counts and ties share a rank."
        {...form.register('isOwn')}
      />
      {isOwn && (
        <>
          <PointsInputs form={form} />
          <Select
            label="Drop each player's worst results"
            hint="At least one result always counts."
            {...choice(form, 'dropWorst')}
          >
            {[...Array(11).keys()].map((count) => (
              <option key={count} value={count}>
                {count || 'None'}
              </option>
            ))}
          </Select>
          <TieBreakFields chain={tieBreak} onChange={(chain) => form.setValue('tieBreak', chain)} />
        </>
      )}
      <TextArea label="Note" hint="Optional. Shown above the rules." rows={2} {...field(form, 'note')} />
      {isShown && (
        <>
          <p>
            A sport has already locked, so every participant gets a mail with the old rules, the new rules and
            your reason.
          </p>
          <PreviewPanel query={preview} />
          <ReasonInput form={form} />
        </>
      )}
    </DialogForm>
  )
}

const names: Record<TieBreak, string> = {
  round_wins: 'Most sports won',
  countback: 'Most first places, then most second places, and so on',
  fewest_missed: 'Fewest missing picks',
  guess: 'Closest guess in a tie-break question',
}
const all = Object.keys(names) as TieBreak[]

type TieBreakFieldsProps = { chain: TieBreak[]; onChange: (chain: TieBreak[]) => void }

/** One field more than there are tie-breaks. The later ones stay when one is emptied. */
function TieBreakFields({ chain, onChange }: TieBreakFieldsProps) {
  return [...chain, null].slice(0, all.length).map((chosen, index) => {
    const before = chain.slice(0, index)
    const after = chain.slice(index + 1)
    return (
      <Select
        // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place in the order
        key={index}
        label={index === 0 ? 'If players are tied on points' : 'Then'}
        value={chosen ?? ''}
        onChange={({ target }) =>
          onChange([
            ...before,
            ...all.filter((one) => one === target.value),
            ...after.filter((one) => one !== target.value),
          ])
        }
      >
        <option value="">They share the rank</option>
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
