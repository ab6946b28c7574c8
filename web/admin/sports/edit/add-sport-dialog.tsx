import { useEffect, useRef, useState } from 'react'
import type { RoundBody } from '../../../../api/contract/rounds.ts'
import type { SeasonList } from '../../../../api/contract/seasons.ts'
import { api, calling } from '../../../server/api.ts'
import { Button } from '../../../ui/button.tsx'
import { useCommand } from '../../command/command.ts'
import { useCommandForm } from '../../command/command-form.ts'
import { FormDialog } from '../../command/form-dialog.tsx'
import { showProblems } from '../../command/form-problems.tsx'
import { SportFields, sportFields } from './sport-fields.tsx'
import { emptySport, toRoundBody } from './sport-values.ts'

const fallback = 'Failed to create round'
const asDraft = ({ sportName }: RoundBody) => `${sportName} is added as a draft`

type AddSportDialogProps = {
  seasons: SeasonList
  preset: SeasonList[number]
  timezone: string
  onAdded: (seasonId: number) => void
  onClose: () => void
}

export function AddSportDialog({ seasons, preset, timezone, onAdded, onClose }: AddSportDialogProps) {
  const seasonId = seasons.includes(preset) ? String(preset.id) : ''
  const form = useCommandForm({
    fields: sportFields,
    defaultValues: { ...emptySport, seasonId, timezone },
    send: async (values) => {
      const body = toRoundBody(values)
      await api('POST /admin/rounds', body)
      return body
    },
    fallback,
    success: asDraft,
    onDone: (body) => close(body),
  })
  const addedNote = useRef<HTMLSpanElement>(null)
  const [last, setLast] = useState<RoundBody | null>(null)
  const close = (added: RoundBody | null) => {
    if (added) onAdded(added.seasonId)
    onClose()
  }
  const addAnother = useCommand<RoundBody>({
    send: calling('POST /admin/rounds'),
    fallback,
    onDone: (_, body) => {
      setLast(body)
      form.reset({ ...form.getValues(), sportName: '', teams: '', slots: [], emailMessage: '' })
    },
    onProblem: (error) => showProblems(form, error, fallback),
  })
  useEffect(() => {
    if (!last) return
    form.setFocus('sportName')
    addedNote.current?.scrollIntoView({ block: 'center' })
  }, [last, form.setFocus])
  const busy = form.busy || addAnother.busy
  return (
    <FormDialog
      title="Add Sport"
      description={
        <span ref={addedNote} role="status">
          {last
            ? `${asDraft(last)}. The next one starts with the same season, kind of pick and lock time.`
            : 'It starts as a draft: nobody gets mail until you activate it.'}
        </span>
      }
      action="Add Sport"
      form={{ ...form, busy }}
      otherActions={
        <Button
          variant="secondary"
          busy={addAnother.busy}
          onClick={form.handleSubmit((values) => busy || addAnother.run(toRoundBody(values)))}
        >
          Save & Add Another
        </Button>
      }
      onClose={() => close(last)}
    >
      <SportFields form={form} seasons={seasons} status="draft" />
    </FormDialog>
  )
}
