import { useOutletContext } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import { fieldsOf } from '../../../api/contract/fields.ts'
import type { PastChampions as Champions } from '../../../api/contract/hall.ts'
import { useKept } from '../../draft.ts'
import { api, query } from '../../server/api.ts'
import { SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select, TextInput } from '../../ui/form/inputs.tsx'
import { MoreMenu } from '../../ui/menu.tsx'
import { Cell, RowHead, Table } from '../../ui/table/table.tsx'
import { Asked } from '../../ui/waiting/loaded.tsx'
import { type Command, CommandDialog } from '../command/command-dialog.tsx'
import { useCommandForm } from '../command/command-form.ts'
import { choice, field } from '../command/field.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { typedForGood } from '../parts/deletions.tsx'

type Champion = Champions[number]
type Open = { kind: 'edit'; champion: Champion | null } | { kind: keyof typeof commands; champion: Champion }

export function PastChampions() {
  const me = useOutletContext<Me>()
  const [open, setOpen] = useKept<Open | null>('champions', null)
  const close = () => setOpen(null)
  return (
    <Card
      flush
      title="Earlier Champions"
      aside={
        <SmallButton onClick={() => setOpen({ kind: 'edit', champion: null })}>+ Add Champion</SmallButton>
      }
    >
      <Asked of={query('GET /admin/historical-champions')} rows={1}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No champions were added by hand.">
              Add the champions from before you used this site. The hall of fame shows them with the others.
            </EmptyState>
          ) : (
            <Table label="Earlier champions" columns={['Champion', 'Year', 'Note', 'Actions']}>
              {all.map((champion) => (
                <tr key={champion.id}>
                  <RowHead>{champion.name}</RowHead>
                  <Cell>{champion.endYear}</Cell>
                  <Cell narrow="below">{champion.note}</Cell>
                  <Cell actions>
                    <MoreMenu
                      label={`More for ${champion.name}, ${champion.endYear}`}
                      items={[
                        { text: 'Correct', onClick: () => setOpen({ kind: 'edit', champion }) },
                        {
                          text: 'Remove',
                          danger: true,
                          onClick: () => setOpen({ kind: 'remove', champion }),
                        },
                        me.isMainAdmin && {
                          text: 'Erase for Good',
                          danger: true,
                          onClick: () => setOpen({ kind: 'erase', champion }),
                        },
                      ]}
                    />
                  </Cell>
                </tr>
              ))}
            </Table>
          )
        }
      </Asked>
      {open?.kind === 'edit' && <ChampionDialog champion={open.champion} onClose={close} />}
      {open && open.kind !== 'edit' && (
        <CommandDialog {...commands[open.kind](open.champion)} onClose={close} />
      )}
    </Card>
  )
}

const commands = {
  remove: ({ id, name, endYear }: Champion): Command<{ message: string }> => ({
    title: `Remove ${name}, Champion of ${endYear}?`,
    text: 'The plate disappears from the hall of fame. You can undo this in the history.',
    action: 'Remove',
    danger: true,
    send: () => api('DELETE /admin/historical-champions/{id}', id),
    fallback: 'Failed to remove champion',
    success: ({ message }) => message,
  }),
  erase: ({ id, name, endYear }: Champion): Command<{ message: string }> => ({
    title: `Erase ${name}, Champion of ${endYear}?`,
    text: 'The name typed here and the note are removed from the log, the tables and all future exports, and the plate disappears. Earlier backups and exports still have them. This cannot be undone.',
    action: 'Erase for Good',
    danger: true,
    typed: typedForGood('ERASE'),
    send: () => api('POST /admin/historical-champions/{id}/erase', id, { confirmation: 'ERASE' }),
    fallback: 'Failed to erase champion',
    success: ({ message }) => message,
  }),
}

type Values = { name: string; playerId: string; endYear: string; note: string }

function ChampionDialog({ champion, onClose }: { champion: Champion | null; onClose: () => void }) {
  const form = useCommandForm<Values, { message: string }>({
    fields: fieldsOf('POST /admin/historical-champions'),
    defaultValues: {
      name: champion?.playerId === null ? champion.name : '',
      playerId: `${champion?.playerId ?? ''}`,
      endYear: `${champion?.endYear ?? ''}`,
      note: champion?.note ?? '',
    },
    send: ({ name, playerId, endYear, note }) => {
      const who = playerId === '' ? { name: name.trim() } : { playerId: Number(playerId) }
      const body = { ...who, endYear: Number(endYear), note: note.trim() || null }
      return champion
        ? api('PUT /admin/historical-champions/{id}', champion.id, body)
        : api('POST /admin/historical-champions', body)
    },
    fallback: 'Failed to save champion',
    success: ({ message }) => message,
    onDone: onClose,
  })
  const isLinked = form.watch('playerId') !== ''
  return (
    <FormDialog
      title={champion ? `Correct ${champion.name}, Champion of ${champion.endYear}` : 'Add Champion'}
      action={champion ? 'Save' : 'Add Champion'}
      form={form}
      onClose={onClose}
    >
      <Asked of={query('GET /admin/users')} rows={1}>
        {(players) => (
          <Select
            label="Player"
            hint={
              isLinked
                ? 'The title goes to this player.'
                : 'Or type the name of somebody who never played here.'
            }
            names={players.map(({ id, name }) => [id, name])}
            {...choice(form, 'playerId', { needed: false })}
          >
            <option value="">Somebody else</option>
          </Select>
        )}
      </Asked>
      {!isLinked && (
        <TextInput
          label="Name"
          autoComplete="off"
          {...field(form, 'name', { needed: 'Please enter a name or choose a player' })}
        />
      )}
      <TextInput label="Year" inputMode="numeric" autoComplete="off" {...field(form, 'endYear')} />
      <TextInput
        label="Note"
        hint="Optional. Only admins see it."
        autoComplete="off"
        {...field(form, 'note', { needed: false })}
      />
    </FormDialog>
  )
}
