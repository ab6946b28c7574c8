import { useQuery } from '@tanstack/react-query'
import { useKept } from '../../draft.ts'
import { api, query } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { Checkbox } from '../../ui/form/inputs.tsx'
import { useCommandForm } from '../command/command-form.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { PlayerChecklist } from '../players/player-checklist.tsx'
import { SeasonFields, type SeasonValues, seasonFields, toSeasonChanges } from './season-fields.tsx'

export function CreateSeasonDialog({ onClose }: { onClose: () => void }) {
  const { data: players = [] } = useQuery(query('GET /admin/users'))
  const { data: seasons = [] } = useQuery(query('GET /admin/seasons'))
  const [participantIds, setParticipantIds] = useKept<number[]>('new participants', [])
  const active = players.filter(({ is_active }) => is_active === 1)
  const thisYear = String(new Date().getFullYear())
  const form = useCommandForm<SeasonValues, unknown>({
    fields: seasonFields,
    defaultValues: {
      name: '',
      yearStart: thisYear,
      yearEnd: thisYear,
      commissioner: useSession.getState().admin?.name ?? '',
      isDefault: !seasons.some(({ is_default }) => is_default === 1),
      picksSealed: true,
    },
    send: ({ picksSealed, ...values }) =>
      api('POST /admin/seasons', {
        ...toSeasonChanges(values),
        participantIds,
        ...(picksSealed && { picksSealed }),
      }),
    fallback: 'Failed to create season',
    success: (_, { name }) => `${name.trim()} is ready`,
    onDone: onClose,
  })
  return (
    <FormDialog title="Create Season" action="Create Season" form={form} onClose={onClose}>
      <SeasonFields form={form} />
      <Checkbox
        label="Hide picks from admins"
        hint="Admins see who has picked, but not what, until the sport locks. Everyone can see this setting."
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
