import { Controller, useForm } from 'react-hook-form'
import type { RoundBody } from '#api/contract/rounds'
import type { SeasonList } from '#api/contract/seasons'
import { createRound } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import { useCommand } from '../command.ts'
import styles from '../form.module.css'
import { FormProblem, showProblems } from '../form-problems.tsx'
import { emptySport, toRoundBody } from './sport-values.ts'
import { TimeZoneField } from './time-zone-field.tsx'

const fallback = 'Failed to create round'

type SportFormProps = {
  seasons: SeasonList
  seasonId: string
  timezone: string
  onAdded: (seasonId: number) => void
  onClose: () => void
}

export function SportForm({ seasons, seasonId, timezone, onAdded, onClose }: SportFormProps) {
  const form = useForm({ defaultValues: { ...emptySport, seasonId, timezone } })
  const { register, control, formState } = form
  const { errors } = formState
  const single = form.watch('pickType') === 'single'
  const add = useCommand<RoundBody>({
    send: createRound,
    fallback,
    success: (_, { sportName }) => `${sportName} is added as a draft`,
    onDone: (_, body) => {
      onAdded(body.seasonId)
      onClose()
    },
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.handleSubmit((values) => add.run(toRoundBody(values)))}
    >
      <Select
        label="Season"
        error={errors.seasonId?.message}
        {...register('seasonId', { required: 'Please select a season' })}
      >
        <option value="">Select a season</option>
        {seasons.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TextInput
        label="Sport name"
        placeholder="Super Bowl"
        maxLength={100}
        autoComplete="off"
        error={errors.sportName?.message}
        {...register('sportName', { validate: (value) => value.trim() !== '' || 'Sport name is required' })}
      />
      <Select label="Pick type" error={errors.pickType?.message} {...register('pickType')}>
        <option value="single">Single pick from a list of teams</option>
        <option value="multiple">Write-in picks</option>
      </Select>
      {single ? (
        <TextArea
          key="teams"
          label="Teams"
          hint="One per line. You can add them later, before you activate the sport."
          rows={5}
          error={errors.teams?.message}
          {...register('teams')}
        />
      ) : (
        <TextInput
          key="numWriteInPicks"
          label="Number of write-in picks"
          hint="1 to 10. Only the first one is required of a player."
          inputMode="numeric"
          error={errors.numWriteInPicks?.message}
          {...register('numWriteInPicks', {
            validate: (value) =>
              /^([1-9]|10)$/.test(value.trim()) || 'Number of write-in picks must be between 1 and 10',
          })}
        />
      )}
      <div className={styles.pair} data-narrow="stack">
        <TextInput
          label="Lock time"
          type="datetime-local"
          error={errors.lockTime?.message}
          {...register('lockTime', { required: 'Lock time is required' })}
        />
        <Controller
          control={control}
          name="timezone"
          rules={{ required: 'Timezone is required' }}
          render={({ field }) => (
            <TimeZoneField
              label="Timezone"
              value={field.value}
              onChange={field.onChange}
              error={errors.timezone?.message}
            />
          )}
        />
      </div>
      <TextArea
        label="Email message"
        hint="Optional. Stands in the mail with the pick link."
        rows={3}
        maxLength={500}
        error={errors.emailMessage?.message}
        {...register('emailMessage')}
      />
      <FormProblem text={errors.root?.message} />
      <DialogActions>
        <Button variant="secondary" disabled={add.busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={add.busy}>
          Add Sport
        </Button>
      </DialogActions>
    </form>
  )
}
