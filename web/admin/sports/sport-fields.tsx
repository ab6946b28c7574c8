import { Controller, type UseFormReturn } from 'react-hook-form'
import type { SeasonList } from '#api/contract/seasons'
import { Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import styles from '../form.module.css'
import { type SportValues, teamsOf } from './sport-values.ts'
import { TimeZoneField } from './time-zone-field.tsx'

type SportFieldsProps = { form: UseFormReturn<SportValues>; seasons: SeasonList }

export function SportFields({ form, seasons }: SportFieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <>
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
      <PickTypeFields form={form} />
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
    </>
  )
}

function PickTypeFields({ form: { register, watch, formState } }: { form: UseFormReturn<SportValues> }) {
  const { errors } = formState
  return (
    <>
      <Select label="Pick type" error={errors.pickType?.message} {...register('pickType')}>
        <option value="single">Single pick from a list of teams</option>
        <option value="multiple">Write-in picks</option>
      </Select>
      {watch('pickType') === 'single' ? (
        <TextArea
          key="teams"
          label="Teams"
          hint="One per line."
          rows={5}
          error={errors.teams?.message}
          {...register('teams', {
            validate: (value, { pickType }) =>
              pickType !== 'single' || teamsOf(value).length > 0 || 'Add at least one team',
          })}
        />
      ) : (
        <TextInput
          key="numWriteInPicks"
          label="Number of write-in picks"
          hint="1 to 10. Only the first one is required of a player."
          inputMode="numeric"
          error={errors.numWriteInPicks?.message}
          {...register('numWriteInPicks', {
            validate: (value, { pickType }) =>
              pickType !== 'multiple' ||
              /^([1-9]|10)$/.test(value.trim()) ||
              'Number of write-in picks must be between 1 and 10',
          })}
        />
      )}
    </>
  )
}
