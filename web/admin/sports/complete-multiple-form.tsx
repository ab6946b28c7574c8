import { useForm } from 'react-hook-form'
import type { Placement } from '../../../api/contract/rounds.ts'
import { TextInput } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DialogForm } from '../form-dialog.tsx'
import { ReasonInput, reasonNeeded } from '../reason-input.tsx'
import styles from './complete-multiple-form.module.css'
import { championRequired, places } from './places.ts'
import type { ResultFormProps } from './result-dialog.tsx'
import { WriteInPlacements } from './write-in-placements.tsx'
import type { WriteInGroup } from './write-ins.ts'

type CompleteMultipleFormProps = ResultFormProps & { groups: WriteInGroup[] }

export function CompleteMultipleForm({
  groups,
  former,
  correcting,
  preview,
  onSubmit,
  ...frame
}: CompleteMultipleFormProps) {
  const players = groups.flatMap((group) => group.players)
  const form = useForm({
    defaultValues: {
      places: former,
      reason: '',
      placements: Object.fromEntries(
        players.map(({ id, placement }): [string, Placement] => [`player-${id}`, placement]),
      ),
    },
  })
  const placements = form.watch('placements')
  const champion = form.watch('places.firstPlaceTeam').trim()
  const submit = form.handleSubmit((values) =>
    onSubmit({
      ...Object.fromEntries(places.map(({ field }) => [field, values.places[field].trim() || null])),
      manualScores: players.map(({ id }) => ({
        userId: id,
        placement: values.placements[`player-${id}`] ?? 'none',
      })),
      ...(correcting && { reason: values.reason.trim() }),
    }),
  )
  return (
    <DialogForm {...frame} onSubmit={submit}>
      <div className={styles.places}>
        {places.map(({ field, label }, index) => (
          <TextInput
            key={field}
            label={label}
            maxLength={100}
            autoComplete="off"
            disabled={index > 0 && champion === ''}
            error={form.formState.errors.places?.[field]?.message}
            {...form.register(`places.${field}`, {
              validate: (value) => index > 0 || value.trim() !== '' || championRequired,
            })}
          />
        ))}
      </div>
      {groups.length > 0 ? (
        <WriteInPlacements
          groups={groups}
          placementOf={(id) => placements[`player-${id}`] ?? 'none'}
          onPlace={(ids, placement) => {
            for (const id of ids) form.setValue(`placements.player-${id}`, placement)
          }}
        />
      ) : (
        <Notice>Nobody has made a pick, so nobody gets points.</Notice>
      )}
      {correcting && (
        <ReasonInput
          field={form.register('reason', reasonNeeded)}
          error={form.formState.errors.reason?.message}
        />
      )}
      {preview}
    </DialogForm>
  )
}
