import { useQuery } from '@tanstack/react-query'
import type { Season } from '../../../api/contract/seasons.ts'
import { useKept } from '../../draft.ts'
import { api, query } from '../../server/api.ts'
import { useSession } from '../../session.ts'
import { Checkbox } from '../../ui/form/inputs.tsx'
import { useCommandForm } from '../command/command-form.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { absentPlayers } from '../participants/absent-players.ts'
import { PlayerChecklist } from '../players/player-checklist.tsx'
import { SeasonFields, type SeasonValues, seasonFields, toSeasonChanges } from './season-fields.tsx'
import { isOpen } from './season-text.ts'
import { nextOf, StartFrom, startsEmpty, toCopyFrom } from './start-from.tsx'

type CreateSeasonDialogProps = {
  /** The season to start from. */
  from: Season | undefined
  onClose: () => void
}

export function CreateSeasonDialog({ from, onClose }: CreateSeasonDialogProps) {
  const { data: players = [] } = useQuery(query('GET /admin/users'))
  const { data: seasons = [] } = useQuery(query('GET /admin/seasons'))
  const { data: sources = [] } = useQuery(query('GET /admin/seasons/copy-sources'))
  const [participantIds, setParticipantIds] = useKept<number[]>('new participants', [])
  const thisYear = String(new Date().getFullYear())
  const form = useCommandForm<SeasonValues, unknown>({
    fields: seasonFields,
    defaultValues: {
      name: '',
      yearStart: thisYear,
      yearEnd: thisYear,
      commissioner: useSession.getState().admin?.name ?? '',
      isDefault: !seasons.some((season) => season.is_default === 1 && isOpen(season)),
      picksSealed: true,
      ...(from && nextOf(from)),
      start: { ...startsEmpty, ...(from && { seasonId: `${from.id}` }) },
    },
    send: ({ picksSealed = false, start = startsEmpty, ...values }) =>
      api('POST /admin/seasons', {
        ...toSeasonChanges(values),
        participantIds,
        ...(start.seasonId ? { picksSealed, copyFrom: toCopyFrom(start) } : picksSealed && { picksSealed }),
      }),
    fallback: 'Failed to create season',
    success: (_, { name }) => `${name.trim()} is ready`,
    onDone: onClose,
  })
  const [sourceId, takesPlayers] = form.watch(['start.seasonId', 'start.participants'])
  const bringsPlayers = Boolean(sourceId) && takesPlayers === true
  const { data: earlier = [] } = useQuery({
    ...query('GET /admin/season-participants/{seasonId}', Number(sourceId)),
    enabled: bringsPlayers,
  })
  const others = absentPlayers(players, bringsPlayers ? earlier : [])
  return (
    <FormDialog title="Create Season" action="Create Season" form={form} onClose={onClose}>
      {sources.length > 0 && <StartFrom form={form} sources={sources} seasons={seasons} />}
      <SeasonFields form={form} />
      <Checkbox
        label="Hide picks from admins"
        hint="Admins see who has picked, but not what, until the sport locks. Everyone can see this setting."
        {...form.register('picksSealed')}
      />
      {others.length > 0 && (
        <PlayerChecklist
          label={bringsPlayers ? 'More participants' : 'Participants'}
          players={others}
          chosen={participantIds}
          onChange={setParticipantIds}
        />
      )}
    </FormDialog>
  )
}
