import { fieldsOf } from '../../../../api/contract/fields.ts'
import { useKept } from '../../../draft.ts'
import { api, query } from '../../../server/api.ts'
import { Select } from '../../../ui/form/inputs.tsx'
import { Asked } from '../../../ui/waiting/loaded.tsx'
import { CommandDialog } from '../../command/command-dialog.tsx'
import type { SportDialogProps } from '../sport-menu.tsx'
import { teamNames } from '../team-names.ts'

export function RenameTeamDialog({ round, onClose }: SportDialogProps) {
  const [from, setFrom] = useKept(`team ${round.id}`, '')
  return (
    <CommandDialog
      title={`Rename a Team of ${round.sport_name}`}
      text="Picks and places follow it. Receipts and the history of a pick show both names. The former name cannot come back in this sport."
      action="Rename Team"
      disabled={from === ''}
      fields={fieldsOf('PUT /admin/rounds/{id}/teams/rename')}
      asks={{ to: { label: 'New name', needed: 'Please enter the new name' } }}
      {...(round.status === 'locked' && { reason: 'needed' })}
      send={(given) => api('PUT /admin/rounds/{id}/teams/rename', round.id, { from, ...given })}
      fallback="Failed to rename the team"
      success={(_, { to }) => `${from} is called ${to} now`}
      onClose={onClose}
    >
      <Asked of={query('GET /admin/rounds/{id}', round.id)} fallback="Failed to load the teams" rows={1}>
        {({ teams }) => (
          <Select
            label="Team"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
            names={teamNames(teams).map((name) => [name, name])}
          >
            <option value="">Choose a team</option>
          </Select>
        )}
      </Asked>
    </CommandDialog>
  )
}
