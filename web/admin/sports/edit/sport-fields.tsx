import { Controller, type UseFormReturn } from 'react-hook-form'
import type { RoundStatus } from '../../../../api/contract/rounds.ts'
import type { SeasonList } from '../../../../api/contract/seasons.ts'
import { Select, TextArea, TextInput } from '../../../ui/form/inputs.tsx'
import { ownTime } from '../../calendar.ts'
import { needed } from '../../command/field.ts'
import styles from '../../command/form.module.css'
import { type SportValues, teamsOf } from './sport-values.ts'
import { TimeZoneField } from './time-zone-field.tsx'

type SportFieldsProps = {
  form: UseFormReturn<SportValues>
  /** Missing for a sport that cannot leave its season. */
  seasons?: SeasonList
  status: RoundStatus
}

export function SportFields({ form, seasons, status }: SportFieldsProps) {
  const { register, control, formState, watch } = form
  const { errors } = formState
  const locked = status === 'locked'
  return (
    <>
      {seasons && (
        <Select
          label="Season"
          error={errors.seasonId?.message}
          {...register('seasonId', { required: 'Please select a season' })}
        >
          <option value="">Select a season</option>
          {seasons.map(({ id, name }) => (
            <option key={id} value={id} translate="no">
              {name}
            </option>
          ))}
        </Select>
      )}
      <TextInput
        label="Sport name"
        placeholder="Super Bowl"
        maxLength={100}
        autoComplete="off"
        data-initial-focus={formState.defaultValues?.seasonId ? true : undefined}
        error={errors.sportName?.message}
        {...register('sportName', needed('Sport name is required'))}
      />
      <PickTypeFields form={form} status={status} />
      <div className={styles.pair} data-narrow="stack">
        <TextInput
          label="Lock time"
          type="datetime-local"
          hint={
            locked
              ? 'It has locked: this can no longer change.'
              : ownTime(watch('lockTime'), watch('timezone'))
          }
          readOnly={locked}
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
              inputRef={field.ref}
              onChange={field.onChange}
              readOnly={locked}
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

type PickTypeFieldsProps = Pick<SportFieldsProps, 'form' | 'status'>

function PickTypeFields({ form: { register, watch, formState }, status }: PickTypeFieldsProps) {
  const { errors } = formState
  const draft = status === 'draft'
  const single = watch('pickType') === 'single'
  return (
    <>
      {draft ? (
        <Select label="Pick type" error={errors.pickType?.message} {...register('pickType')}>
          <option value="single">Single pick from a list of teams</option>
          <option value="multiple">Write-in picks</option>
        </Select>
      ) : (
        <TextInput
          label="Pick type"
          hint="Set when the sport was activated."
          readOnly
          value={single ? 'Single pick from a list of teams' : 'Write-in picks'}
        />
      )}
      {single ? (
        <TextArea
          key="teams"
          label="Teams"
          hint={teamsHint(status)}
          rows={5}
          error={errors.teams?.message}
          {...register('teams', {
            validate: (value, { pickType }) =>
              draft || pickType !== 'single' || teamsOf(value).length > 0 || 'Add at least one team',
          })}
        />
      ) : (
        <>
          <TextInput
            key="numWriteInPicks"
            label="Number of write-in picks"
            hint={writeInsHint(status)}
            inputMode="numeric"
            readOnly={status === 'locked'}
            error={errors.numWriteInPicks?.message}
            {...register('numWriteInPicks', {
              validate: (value, { pickType }) =>
                pickType !== 'multiple' ||
                slotsOf(value).length > 0 ||
                'Number of write-in picks must be between 1 and 10',
            })}
          />
          <div className={styles.pair} data-narrow="stack">
            {slotsOf(watch('numWriteInPicks')).map((number) => (
              <TextInput
                key={number}
                label={`Name of pick ${number} (optional)`}
                placeholder={`Pick ${number}`}
                maxLength={50}
                autoComplete="off"
                readOnly={status === 'locked'}
                {...register(`slots.${number - 1}`)}
              />
            ))}
          </div>
        </>
      )}
    </>
  )
}

const slotsOf = (count: string) =>
  /^([1-9]|10)$/.test(count.trim()) ? Array.from({ length: Number(count) }, (_, index) => index + 1) : []

function teamsHint(status: RoundStatus) {
  if (status === 'draft') return 'One per line. You can leave them for later: they are needed to activate.'
  return 'One per line. A team that somebody has picked must stay.'
}

function writeInsHint(status: RoundStatus) {
  if (status === 'draft') return '1 to 10. Only the first one is required of a player.'
  if (status === 'active')
    return 'Players have their links: the number can only grow, up to 10. Names stay once somebody has picked.'
  return 'It has locked: this can no longer change.'
}
