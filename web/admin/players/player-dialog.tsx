import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fieldsOf } from '../../../api/contract/fields.ts'
import type { Player, PlayerBody } from '../../../api/contract/players.ts'
import { comparable } from '../../../domain/names.ts'
import { plain } from '../../../domain/spelling.ts'
import { api, calling, query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextInput } from '../../ui/form/inputs.tsx'
import { useCommand } from '../command/command.ts'
import { useCommandForm } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { showProblems } from '../command/form-problems.tsx'
import { hasEmail } from './player-facts.tsx'

const fallback = 'Failed to save player'

type PlayerValues = { name: string; email: string; withoutEmail: boolean }

export function PlayerDialog({ player, onClose }: { player?: Player; onClose: () => void }) {
  const form = useCommandForm({
    fields: fieldsOf('POST /admin/users'),
    defaultValues: {
      name: player?.name ?? '',
      email: player && hasEmail(player) ? player.email : '',
      withoutEmail: player !== undefined && !hasEmail(player),
    },
    send: async (values: PlayerValues) => {
      const body = bodyOf(values)
      await (player ? api('PUT /admin/users/{id}', player.id, body) : api('POST /admin/users', body))
      return body
    },
    fallback,
    success: ({ name }) => (player ? `${name} is saved` : `${name} is added`),
    onDone: onClose,
  })
  const [last, setLast] = useState<PlayerBody | null>(null)
  const { sameName, sharing } = useOthers(player, form.watch('name'), form.watch('email'))
  const withoutEmail = form.watch('withoutEmail')
  const isSame = comparable(player?.email ?? '') === comparable(form.watch('email'))
  const addAnother = useCommand<PlayerBody>({
    send: calling('POST /admin/users'),
    fallback,
    onDone: (_, body) => {
      setLast(body)
      form.reset()
    },
    onProblem: (error) => showProblems(form, error, fallback),
  })
  useEffect(() => {
    if (last) form.setFocus('name')
  }, [last, form.setFocus])
  const busy = form.busy || addAnother.busy
  return (
    <FormDialog
      title={player ? `Edit ${player.name}` : 'Add Player'}
      action={player ? 'Save' : 'Add Player'}
      form={{ ...form, busy }}
      description={!player && <AddedLast name={last?.name} />}
      otherActions={
        !player && (
          <Button
            variant="secondary"
            busy={addAnother.busy}
            onClick={form.handleSubmit((values) => busy || addAnother.run(bodyOf(values)))}
          >
            Add Another
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextInput
        label="Name"
        autoComplete="off"
        hint={sameName && `There is already a player named ${sameName}.`}
        {...field(form, 'name', { needed: 'Name is required' })}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        hint={
          withoutEmail
            ? 'You enter the picks for this player.'
            : mailHint(sharing, isSame && player?.mail_refused)
        }
        disabled={withoutEmail}
        {...field(form, 'email', {
          needed:
            !withoutEmail && 'Email is required unless "User does not have an email address" is checked',
        })}
      />
      <Checkbox
        label="User does not have an email address"
        {...field(form, 'withoutEmail', { onChange: () => form.clearErrors('email') })}
      />
    </FormDialog>
  )
}

const bodyOf = ({ name, email, withoutEmail }: PlayerValues): PlayerBody => ({
  name: name.trim(),
  email: withoutEmail ? '' : email.trim(),
})

const AddedLast = ({ name }: { name: string | undefined }) => (
  <span role="status">
    {name ? `${name} is added. Who is next?` : 'You choose who plays in which season later.'}
  </span>
)

const mailHint = (sharing: string[], refusal: string | false | undefined) =>
  refusal
    ? `${refusal}. Nothing more is mailed there.`
    : sharing.length > 0
      ? `Shares mails with ${sharing.join(', ')}.`
      : 'Pick links and reminders go there.'

/** Both are allowed: families share an address, and two people may have one name. */
function useOthers(player: Player | undefined, name: string, email: string) {
  const { data: players = [] } = useQuery(query('GET /admin/users'))
  const others = players.filter(({ id }) => id !== player?.id)
  return {
    sameName: others.find((other) => plain(other.name) === plain(name.trim()))?.name,
    sharing: others
      .filter((other) => comparable(other.email) === comparable(email))
      .map((other) => other.name),
  }
}
