import type { CopyBody } from '../../../../api/contract/copying.ts'
import type { Answer } from '../../../../api/contract/endpoints.ts'
import { fieldsOf } from '../../../../api/contract/fields.ts'
import type { Season } from '../../../../api/contract/seasons.ts'
import { counted } from '../../../../domain/names.ts'
import { useKept } from '../../../draft.ts'
import { api } from '../../../server/api.ts'
import { Select } from '../../../ui/form/inputs.tsx'
import { Lines } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { LoadFailed } from '../../../ui/waiting/load-failed.tsx'
import { Loaded } from '../../../ui/waiting/loaded.tsx'
import { wallClock } from '../../calendar.ts'
import { useCommandForm } from '../../command/command-form.ts'
import { choice, field } from '../../command/field.ts'
import { FormDialog } from '../../command/form-dialog.tsx'
import { isSeen, usePreview } from '../../preview/preview.ts'
import { checkDays, OpeningFields } from '../../seasons/opening-fields.tsx'
import { CopyRow } from './copy-row.tsx'

type Shift = 'weekday' | 'date' | 'keep'
type Values = { sourceSeasonId: string; shift: Shift; opens: boolean; opensDaysBefore: string }

type Copied = Answer<'POST /admin/seasons/{id}/copy-sports'>

type CopySportsDialogProps = {
  season: Season
  sources: Answer<'GET /admin/seasons/copy-sources'>
  onClose: () => void
}

export function CopySportsDialog({ season, sources, onClose }: CopySportsDialogProps) {
  const [left, setLeft] = useKept<number[]>('sports left out', [])
  const [times, setTimes] = useKept<Record<string, string>>('times of copies', {})
  const form = useCommandForm<Values, Copied>({
    fields: fieldsOf('POST /admin/seasons/{id}/copy-sports'),
    defaultValues: {
      ...{ sourceSeasonId: String(sources[0]?.id ?? ''), shift: 'weekday', opens: false },
      opensDaysBefore: '7',
    },
    send: (): Promise<Copied> =>
      api('POST /admin/seasons/{id}/copy-sports', season.id, {
        ...wishes,
        roundIds: chosen.map(({ fromRoundId }) => fromRoundId),
        rounds: typedFor(chosen),
      }),
    fallback: 'Failed to copy the sports',
    success: ({ message }) => message,
    onDone: onClose,
  })
  const { sourceSeasonId, shift, opens, opensDaysBefore } = form.watch()
  const wishes = {
    ...{ sourceSeasonId: Number(sourceSeasonId), shift },
    ...(opens && checkDays(opensDaysBefore) === true && { opensDaysBefore: Number(opensDaysBefore) }),
  }
  const proposal = useCopyPreview(season.id, { ...wishes, rounds: [] })
  const rows = proposal.data?.rows ?? []
  const skipped = proposal.data?.skipped ?? []
  const chosen = rows.filter(({ fromRoundId }) => !left.includes(fromRoundId))
  // A time that was typed belongs to what was proposed.
  const timeOf = (roundId: number) => times[`${shift} ${roundId}`]
  const typedFor = (some: typeof rows) =>
    some.flatMap(({ fromRoundId: roundId, lockTime, offsets }) => {
      const proposed = wallClock(lockTime, offsets)
      const typed = timeOf(roundId) ?? proposed
      return typed === proposed ? [] : { roundId, lockTime: typed }
    })
  const preview = useCopyPreview(season.id, { ...wishes, rounds: typedFor(chosen) })
  const toggle = (id: number) =>
    setLeft(left.includes(id) ? left.filter((other) => other !== id) : [...left, id])
  return (
    <FormDialog
      title="Copy Sports"
      description={`Drafts in ${season.name}: nobody gets mail or can pick before they open.`}
      action={chosen.length > 0 ? `Copy ${counted(chosen.length, 'Sport')}` : 'Copy Sports'}
      disabled={chosen.length === 0 || !isSeen(preview)}
      form={form}
      onClose={onClose}
    >
      <Select
        label="From"
        names={sources.map(({ id, name }) => [id, name])}
        {...choice(form, 'sourceSeasonId')}
      />
      <Select label="Lock times" {...choice(form, 'shift')}>
        <option value="weekday">Same weekday, in the other year</option>
        <option value="date">Same date, in the other year</option>
        <option value="keep">Unchanged</option>
      </Select>
      <OpeningFields
        isOn={opens}
        opens={form.register('opens')}
        days={field(form, 'opensDaysBefore', { check: checkDays })}
      />
      <Loaded query={proposal} rows={3} fallback="The sports could not be loaded.">
        {() => (
          <Lines aria-label="Sports">
            {rows.map((row) => (
              <CopyRow
                key={`${shift} ${row.fromRoundId}`}
                row={row}
                effect={preview.data?.rows.find(({ fromRoundId }) => fromRoundId === row.fromRoundId)}
                isChosen={chosen.includes(row)}
                time={timeOf(row.fromRoundId)}
                onToggle={() => toggle(row.fromRoundId)}
                onTime={(time) => setTimes({ ...times, [`${shift} ${row.fromRoundId}`]: time })}
              />
            ))}
          </Lines>
        )}
      </Loaded>
      {proposal.data && preview.error && <LoadFailed query={preview} />}
      {skipped.length > 0 && (
        <Notice>
          Not copied, as {season.name} has a sport of this name:{' '}
          {skipped.map(({ sportName }) => sportName).join(', ')}.
        </Notice>
      )}
    </FormDialog>
  )
}

const useCopyPreview = (seasonId: number, wishes: CopyBody) =>
  usePreview([seasonId, ...Object.values(wishes)], () =>
    api('POST /admin/previews/seasons/{id}/copy-sports', seasonId, wishes),
  )
