import { Navigate, useOutletContext } from 'react-router'
import type { Admin } from '../../../../api/contract/admins.ts'
import type { Me } from '../../../../api/contract/auth.ts'
import { useKept } from '../../../draft.ts'
import { api, query } from '../../../server/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { MoreMenu } from '../../../ui/menu.tsx'
import { Cell, RowHead, Table } from '../../../ui/table/table.tsx'
import { Asked } from '../../../ui/waiting/loaded.tsx'
import { useCommand } from '../../command/command.ts'
import { type Command, CommandDialog } from '../../command/command-dialog.tsx'
import { Day } from '../../parts/moment.tsx'
import { addAdmin, adminCommands } from './admin-commands.ts'

type AdminAction = keyof typeof adminCommands
type Open = 'add' | { kind: AdminAction; admin: Admin }

export function AdminsTab() {
  const me = useOutletContext<Me>()
  if (!me.isMainAdmin) return <Navigate to="/admin/settings" replace />
  return (
    <>
      <Admins />
      <FactorRuleCard />
    </>
  )
}

function Admins() {
  const [open, setOpen] = useKept<Open | null>('admins', null)
  return (
    <Card
      flush
      title="Admins"
      aside={
        <Button size="small" onClick={() => setOpen('add')}>
          + Add Admin
        </Button>
      }
    >
      <Asked of={query('GET /admin/admins')}>
        {(all) => (
          <Table label="Admins" columns={['Name', 'Email', 'Role', 'Added', 'Actions']}>
            {all.map((admin) => (
              <AdminRow key={admin.id} admin={admin} onAct={(kind) => setOpen({ kind, admin })} />
            ))}
          </Table>
        )}
      </Asked>
      {open && <CommandDialog {...commandOf(open)} onClose={() => setOpen(null)} />}
    </Card>
  )
}

const commandOf = (open: Open): Command<unknown, string> =>
  open === 'add' ? addAdmin : adminCommands[open.kind](open.admin)

type AdminRowProps = { admin: Admin; onAct: (kind: AdminAction) => void }

function AdminRow({ admin, onAct }: AdminRowProps) {
  const main = admin.is_main_admin === 1
  const guarded = admin.has_second_factor === 1
  return (
    <tr>
      <RowHead>{admin.name}</RowHead>
      <Cell narrow="below">{admin.email}</Cell>
      <Cell>
        <Stack as="span" gap={2} align="start">
          {main ? <Badge tone="info">Main Admin</Badge> : <Badge>Admin</Badge>}
          {guarded && <Badge tone="success">Two-step sign-in</Badge>}
        </Stack>
      </Cell>
      <Cell narrow="hidden">
        <Day of={admin.created_at} />
      </Cell>
      <Cell actions>
        {!main && (
          <MoreMenu
            label={`More for ${admin.name}`}
            items={[
              { text: 'Change Name', onClick: () => onAct('name') },
              { text: 'Change Email', onClick: () => onAct('email') },
              { text: 'Sign Out', onClick: () => onAct('sign-out') },
              guarded && {
                text: 'Reset Two-Step Sign-In',
                danger: true,
                onClick: () => onAct('reset-factor'),
              },
              { text: 'Delete', danger: true, onClick: () => onAct('delete') },
            ]}
          />
        )}
      </Cell>
    </tr>
  )
}

function FactorRuleCard() {
  const change = useCommand({
    send: (required: boolean) => api('PUT /admin/settings/second-factor', { required }),
    fallback: 'Failed to change the setting',
    success: ({ message }) => message,
  })
  return (
    <Card title="Two-Step Sign-In">
      <Asked of={query('GET /admin/settings')} rows={1}>
        {({ second_factor_required }) => (
          <Switch
            label="Require two-step sign-in for all admins"
            hint="Admins without it must set it up before they can go on, including you."
            checked={second_factor_required === 'true'}
            busy={change.busy}
            onChange={change.run}
          />
        )}
      </Asked>
    </Card>
  )
}
