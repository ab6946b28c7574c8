import { Suspense, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { Field } from '../../../../api/contract/fields.ts'
import { fieldsOf } from '../../../../api/contract/fields.ts'
import type { RoundStatus } from '../../../../api/contract/rounds.ts'
import type { SeasonList } from '../../../../api/contract/seasons.ts'
import { lazyPart } from '../../../shell/lazy-screen.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { Select, TextArea, TextInput } from '../../../ui/form/inputs.tsx'
import { Columns } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/waiting/skeleton.tsx'
import type { Form } from '../../command/command-form.ts'
import { choice, field, problemIn } from '../../command/field.ts'
import { type SportValues, teamsOf } from './sport-values.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import { ownTime } from './time-zones.ts'

// The names of some hundred teams, for who asks for them.
const TeamListSelect = lazyPart(
  'TeamListSelect',
  () => import('../lists/team-list-select.tsx'),
  () => <Notice tone="danger">The lists could not be loaded.</Notice>,
)

export const sportFields = fieldsOf('POST /admin/rounds')

type SportFieldsProps = {
  form: Form<SportValues>
  /** Missing for a sport that has its season. */
  seasons?: SeasonList
  status: RoundStatus
}

export function SportFields({ form, seasons, status }: SportFieldsProps) {
  const { control, formState, watch } = form
  const locked = status === 'locked'
  return (
    <>
      {seasons && (
        <Select
          label="Season"
          {...choice(form, 'seasonId')}
          names={seasons.map(({ id, name }) => [id, name])}
        >
          <option value="">Select a season</option>
        </Select>
      )}
      <TextInput
        label="Sport name"
        placeholder="Super Bowl"
        autoComplete="off"
        data-initial-focus={formState.defaultValues?.seasonId ? true : undefined}
        {...field(form, 'sportName', { needed: 'Sport name is required' })}
      />
      <PickTypeFields form={form} status={status} />
      <Columns least={13} align="start">
        <TextInput
          label="Lock time"
          type="datetime-local"
          hint={
            locked
              ? 'The sport has locked, so this can no longer change.'
              : ownTime(watch('lockTime'), watch('timezone'))
          }
          readOnly={locked}
          {...field(form, 'lockTime')}
        />
        <Controller
          control={control}
          name="timezone"
          rules={{ validate: (value) => problemIn(value, form.fields.timezone ?? {}) ?? true }}
          render={({ field }) => (
            <TimeZoneField
              label="Timezone"
              value={field.value}
              inputRef={field.ref}
              onChange={field.onChange}
              readOnly={locked}
              error={formState.errors.timezone?.message}
            />
          )}
        />
      </Columns>
      <TextArea
        label="Email message"
        hint="Optional. Included in the mail with the pick link."
        rows={3}
        {...field(form, 'emailMessage')}
      />
    </>
  )
}

type PickTypeFieldsProps = Pick<SportFieldsProps, 'form' | 'status'>

function PickTypeFields({ form, status }: PickTypeFieldsProps) {
  const { register, watch, fields, formState } = form
  const draft = status === 'draft'
  const single = watch('pickType') === 'single'
  const count = watch('numWriteInPicks')
  const slots = problemIn(count, fields.numWriteInPicks ?? {}) ? [] : [...Array(Number(count)).keys()]
  return (
    <>
      {draft ? (
        <Select label="Pick type" {...choice(form, 'pickType')}>
          <option value="single">Single pick from a list of teams</option>
          <option value="multiple">Write-in picks</option>
        </Select>
      ) : (
        <TextInput
          label="Pick type"
          hint="You cannot change this once a sport is active."
          readOnly
          value={single ? 'Single pick from a list of teams' : 'Write-in picks'}
        />
      )}
      {single ? (
        <>
          <TextArea
            key="teams"
            label="Teams"
            hint={teamsHint(status)}
            rows={5}
            error={formState.errors.teams?.message}
            {...register('teams', {
              validate: (value) => draft || teamsOf(value).length > 0 || 'Add at least one team',
            })}
          />
          {draft && (
            <TeamLists
              teams={teamsOf(watch('teams'))}
              onChoose={(teams) => form.setValue('teams', teams.join('\n'), CHANGED)}
            />
          )}
        </>
      ) : (
        <>
          <TextInput
            key="numWriteInPicks"
            label="Number of write-in picks"
            hint={writeInsHint(status, fields.numWriteInPicks)}
            inputMode="numeric"
            readOnly={status === 'locked'}
            {...field(form, 'numWriteInPicks')}
          />
          <Columns least={13} align="start">
            {slots.map((slot) => (
              <TextInput
                key={slot}
                label={`Name of pick ${slot + 1} (optional)`}
                placeholder={`Pick ${slot + 1}`}
                maxLength={fields.slotNames?.maxLength}
                autoComplete="off"
                readOnly={!draft && slot < Number(formState.defaultValues?.numWriteInPicks)}
                {...register(`slots.${slot}`)}
              />
            ))}
          </Columns>
        </>
      )}
    </>
  )
}

const CHANGED = { shouldDirty: true, shouldValidate: true }

type TeamListsProps = { teams: readonly string[]; onChoose: (teams: readonly string[]) => void }

function TeamLists(props: TeamListsProps) {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <Suspense fallback={<Skeleton />}>
      <TeamListSelect {...props} />
    </Suspense>
  ) : (
    <div>
      <SmallButton onClick={() => setOpen(true)}>Use a List</SmallButton>
    </div>
  )
}

function teamsHint(status: RoundStatus) {
  if (status === 'draft') return 'One per line. You can add them later, but before you activate the sport.'
  return 'One per line. A team that somebody has picked has to stay: close this and choose Rename Team to give it another name.'
}

function writeInsHint(status: RoundStatus, { minimum = 1, maximum = 10 }: Partial<Field> = {}) {
  if (status === 'draft') return `${minimum} to ${maximum}. Players have to fill in only the first one.`
  if (status === 'active') return `You can only add picks, up to ${maximum}. The names are fixed.`
  return 'The sport has locked, so this can no longer change.'
}
