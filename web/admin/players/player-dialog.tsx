import { useForm } from 'react-hook-form'
import type { Player, PlayerBody } from '../../../api/contract/players.ts'
import { createPlayer, updatePlayer } from '../../client.ts'
import { Checkbox, TextInput } from '../../ui/inputs.tsx'
import { useCommand } from '../command.ts'
import { FormDialog } from '../form-dialog.tsx'
import { showProblems } from '../form-problems.tsx'
import { hasEmail } from './player-facts.tsx'

const fallback = 'Failed to save player'

export function PlayerDialog({ player, onClose }: { player?: Player; onClose: () => void }) {
  const form = useForm({
    defaultValues: {
      name: player?.name ?? '',
      email: player && hasEmail(player) ? player.email : '',
      withoutEmail: player !== undefined && !hasEmail(player),
    },
  })
  const { errors } = form.formState
  const withoutEmail = form.watch('withoutEmail')
  const save = useCommand<PlayerBody>({
    send: (body) => (player ? updatePlayer(player.id, body) : createPlayer(body)),
    fallback,
    success: (_, { name }) => (player ? `${name} is saved` : `${name} is added`),
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  const submit = form.handleSubmit((values) =>
    save.run({ name: values.name.trim(), email: values.withoutEmail ? '' : values.email.trim() }),
  )
  return (
    <FormDialog
      title={player ? `Edit ${player.name}` : 'Add Player'}
      action={player ? 'Save' : 'Add Player'}
      busy={save.busy}
      problem={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={100}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name', { validate: (value) => value.trim() !== '' || 'Name is required' })}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        hint={withoutEmail ? 'You enter the picks for this player.' : 'Pick links and reminders go there.'}
        error={errors.email?.message}
        disabled={withoutEmail}
        {...form.register('email', {
          validate: (value, values) =>
            values.withoutEmail ||
            value.trim() !== '' ||
            'Email is required unless "User does not have an email address" is checked',
        })}
      />
      <Checkbox
        label="User does not have an email address"
        {...form.register('withoutEmail', { onChange: () => form.clearErrors('email') })}
      />
    </FormDialog>
  )
}
