import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import type { Season } from '../../../api/contract/seasons.ts'
import { api } from '../../server/api.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Checkbox, Select, TextArea } from '../../ui/form/inputs.tsx'
import { rulesToEditQuery } from '../admin-queries.ts'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import { DialogForm } from '../command/form-dialog.tsx'
import { showProblems } from '../command/form-problems.tsx'
import { ReasonInput, reasonNeeded } from '../command/reason-input.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { asSeen, isOutdated, usePreview } from '../preview/preview.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { PointsInputs } from '../settings/points-fields.tsx'
import { hasOtherRules, type RulesToEdit, rulesIn, valuesOf } from './rules-values.ts'
import { TieBreakFields } from './tie-break-fields.tsx'

const fallback = 'Failed to save the rules'

type RulesDialogProps = { season: Season; onClose: () => void }

export function RulesDialog({ season, onClose }: RulesDialogProps) {
  const now = useQuery(rulesToEditQuery(season.id))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Rules of ${season.name}`}
      description={
        <>
          Everybody can read them <Link to={`/rules?season=${season.id}`}>on their page</Link>.
        </>
      }
    >
      <Loaded query={now}>{(loaded) => <RulesForm season={season} now={loaded} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

function RulesForm({ season, now, onClose }: RulesDialogProps & { now: RulesToEdit }) {
  const form = useForm({ defaultValues: valuesOf(now) })
  const { errors } = form.formState
  const values = form.watch()
  const { isOwn, tieBreak } = values
  const rules = rulesIn(values, now)
  const isOther = hasOtherRules(values, now)
  const isShown = now.frozen && isOther
  const preview = usePreview(
    ['rules', season.id, rules],
    isShown && (() => api('POST /admin/previews/seasons/{id}/rules', season.id, rules)),
  )
  const save = useCommand({
    send: async ({ note, reason }: typeof values) => {
      const why = { ...asSeen(preview.data), ...(now.frozen && { reason: reason.trim() }) }
      // What may be refused comes first.
      if (isOther)
        await (isOwn
          ? api('PUT /admin/seasons/{id}/rules', season.id, { ...rules, ...why })
          : api('DELETE /admin/seasons/{id}/rules', season.id, why))
      if (note.trim() !== (now.note ?? ''))
        await api('PUT /admin/seasons/{id}/note', season.id, { note: note.trim() })
    },
    fallback,
    success: () => `The rules of ${season.name} are saved`,
    onDone: onClose,
    onProblem: (error) => (isOutdated(error) ? void preview.refetch() : showProblems(form, error, fallback)),
  })
  return (
    <DialogForm
      action="Save Rules"
      busy={save.busy}
      disabled={isShown && !preview.data}
      problem={errors.root?.message}
      onSubmit={form.handleSubmit(save.run)}
    >
      <Checkbox
        label="This season has rules of its own"
        hint="Without, it has the points of the settings, drops no sport, and ties share a rank."
        {...form.register('isOwn')}
      />
      {isOwn && (
        <>
          <PointsInputs register={form.register} errors={errors} />
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
      <TextArea
        label="Note"
        hint="Optional. It is read above the rules."
        rows={2}
        maxLength={2000}
        {...field(form, 'note')}
      />
      {isShown && (
        <>
          <p>A sport has locked already: every participant gets a mail with what was, what is, and why.</p>
          <PreviewPanel query={preview} />
          <ReasonInput {...field(form, 'reason', reasonNeeded)} />
        </>
      )}
    </DialogForm>
  )
}
