import { Link } from 'react-router'
import { fieldsOf } from '../../../api/contract/fields.ts'
import type { Season } from '../../../api/contract/seasons.ts'
import { api } from '../../server/api.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Checkbox, Select, TextArea } from '../../ui/form/inputs.tsx'
import { rulesToEditQuery } from '../admin-queries.ts'
import { useCommandForm } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import { DialogForm } from '../command/form-dialog.tsx'
import { ReasonInput } from '../command/reason-input.tsx'
import { Asked } from '../parts/loaded.tsx'
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
          Everybody can read them <Link to={`/rules?season=${season.id}`}>on their page</Link>.
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
        label="This season has rules of its own"
        hint="Without, it has the points of the settings, drops no sport, and ties share a rank."
        {...form.register('isOwn')}
      />
      {isOwn && (
        <>
          <PointsInputs form={form} />
          <Select
            label="Drop the lowest sports of each player"
            hint="At least one sport always counts."
            {...form.register('dropWorst')}
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
      <TextArea label="Note" hint="Optional. It is read above the rules." rows={2} {...field(form, 'note')} />
      {isShown && (
        <>
          <p>A sport has locked already: every participant gets a mail with what was, what is, and why.</p>
          <PreviewPanel query={preview} />
          <ReasonInput form={form} />
        </>
      )}
    </DialogForm>
  )
}

const names: Record<TieBreak, string> = {
  round_wins: 'More sports won',
  countback: 'More first places, then second ones, and so on',
  fewest_missed: 'Fewer missed picks',
  guess: 'The nearer guess, asked with one sport',
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
