import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { SeasonBody } from '#api/contract/seasons'
import { createSeason } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Checkbox, TextInput } from '../../ui/inputs.tsx'
import { playersQuery, seasonsQuery } from '../admin-queries.ts'
import { useCommand } from '../command.ts'
import styles from '../form.module.css'
import { FormProblem, showProblems } from '../form-problems.tsx'
import { PlayerChecklist } from '../players/player-checklist.tsx'

const fallback = 'Failed to create season'
const year = (name: string) => ({
  validate: (value: string) =>
    (/^\d{4}$/.test(value.trim()) && Number(value) >= 1990 && Number(value) <= 2100) ||
    `${name} must be between 1990 and 2100`,
})

export function CreateSeasonDialog({ onClose }: { onClose: () => void }) {
  const { data: players = [] } = useQuery(playersQuery)
  const { data: seasons = [] } = useQuery(seasonsQuery)
  const active = players.filter(({ is_active }) => is_active === 1)
  const thisYear = String(new Date().getFullYear())
  const form = useForm({
    defaultValues: {
      name: '',
      yearStart: thisYear,
      yearEnd: thisYear,
      commissioner: '',
      isDefault: !seasons.some(({ is_default }) => is_default === 1),
      participantIds: [] as number[],
    },
  })
  const { errors } = form.formState
  const create = useCommand<SeasonBody>({
    send: createSeason,
    fallback,
    success: (_, { name }) => `${name} is ready`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  const submit = form.handleSubmit((values) =>
    create.run({
      ...values,
      name: values.name.trim(),
      yearStart: Number(values.yearStart),
      yearEnd: Number(values.yearEnd),
      commissioner: values.commissioner.trim() || null,
    }),
  )
  return (
    <Dialog open onClose={onClose} busy={create.busy} title="Create Season">
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextInput
          label="Season name"
          maxLength={50}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name', {
            validate: (value) => value.trim() !== '' || 'Season name is required',
          })}
        />
        <div className={styles.pair}>
          <TextInput
            label="Start year"
            inputMode="numeric"
            error={errors.yearStart?.message}
            {...form.register('yearStart', year('Start year'))}
          />
          <TextInput
            label="End year"
            inputMode="numeric"
            error={errors.yearEnd?.message}
            {...form.register('yearEnd', {
              validate: (value, { yearStart }) => {
                const within = year('End year').validate(value)
                if (within !== true) return within
                return Number(value) >= Number(yearStart) || 'End year must not be before the start year'
              },
            })}
          />
        </div>
        <TextInput
          label="Commissioner"
          hint="Optional. Shown on the home page."
          maxLength={255}
          autoComplete="off"
          error={errors.commissioner?.message}
          {...form.register('commissioner')}
        />
        <Checkbox
          label="Default season"
          hint="The home page opens with it."
          {...form.register('isDefault')}
        />
        {active.length > 0 && (
          <PlayerChecklist
            label="Participants"
            players={active}
            chosen={form.watch('participantIds')}
            onChange={(chosen) => form.setValue('participantIds', chosen)}
          />
        )}
        <FormProblem text={errors.root?.message} />
        <DialogActions>
          <Button variant="secondary" disabled={create.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={create.busy}>
            Create Season
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
