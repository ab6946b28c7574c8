import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { SeasonBody } from '../../../api/contract/seasons.ts'
import { calling, query } from '../../server/api.ts'
import { Checkbox } from '../../ui/form/inputs.tsx'
import { useCommand } from '../command/command.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { showProblems } from '../command/form-problems.tsx'
import { PlayerChecklist } from '../players/player-checklist.tsx'
import { SeasonFields, type SeasonValues, toSeasonChanges } from './season-fields.tsx'

const fallback = 'Failed to create season'

export function CreateSeasonDialog({ onClose }: { onClose: () => void }) {
  const { data: players = [] } = useQuery(query('GET /admin/users'))
  const { data: seasons = [] } = useQuery(query('GET /admin/seasons'))
  const [participantIds, setParticipantIds] = useState<number[]>([])
  const active = players.filter(({ is_active }) => is_active === 1)
  const thisYear = String(new Date().getFullYear())
  const form = useForm<SeasonValues>({
    defaultValues: {
      name: '',
      yearStart: thisYear,
      yearEnd: thisYear,
      commissioner: '',
      isDefault: !seasons.some(({ is_default }) => is_default === 1),
      picksSealed: false,
    },
  })
  const create = useCommand<SeasonBody>({
    send: calling('POST /admin/seasons'),
    fallback,
    success: (_, { name }) => `${name} is ready`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  const submit = form.handleSubmit(({ picksSealed, ...values }) =>
    create.run({ ...toSeasonChanges(values), participantIds, ...(picksSealed && { picksSealed }) }),
  )
  return (
    <FormDialog
      title="Create Season"
      action="Create Season"
      busy={create.busy}
      problem={form.formState.errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <SeasonFields form={form} />
      <Checkbox
        label="Seal picks from admins"
        hint="Admins see who has picked, and what once the sport locks. For a league whose admins play too."
        {...form.register('picksSealed')}
      />
      {active.length > 0 && (
        <PlayerChecklist
          label="Participants"
          players={active}
          chosen={participantIds}
          onChange={setParticipantIds}
        />
      )}
    </FormDialog>
  )
}
