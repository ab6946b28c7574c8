import type { Answer } from '../../../api/contract/endpoints.ts'
import type { Season, SeasonBody, SeasonList } from '../../../api/contract/seasons.ts'
import { counted } from '../../../domain/names.ts'
import { nextName } from '../../../domain/season-story/next-year.ts'
import { formatInZone } from '../../pick/moment.ts'
import { api } from '../../server/api.ts'
import { Checkbox, Select } from '../../ui/form/inputs.tsx'
import { Box, Hint, Stack } from '../../ui/layout.tsx'
import { Name } from '../../ui/name.tsx'
import type { Form } from '../command/command-form.ts'
import { choice, field, problemIn } from '../command/field.ts'
import { usePreview } from '../preview/preview.ts'
import { checkDays, OpeningFields } from './opening-fields.tsx'
import { type SeasonValues, seasonFields } from './season-fields.tsx'

export type StartValues = {
  seasonId: string
  sports: boolean
  participants: boolean
  rules: boolean
  opens: boolean
  days: string
}

export const startsEmpty: StartValues = {
  ...{ seasonId: '', sports: true, participants: true, rules: true },
  ...{ opens: false, days: '7' },
}

export const toCopyFrom = ({
  seasonId,
  opens,
  days,
  ...ticks
}: StartValues): NonNullable<SeasonBody['copyFrom']> => ({
  seasonId: Number(seasonId),
  ...ticks,
  ...(opens && { opensDaysBefore: Number(days) }),
})

type StartFromProps = {
  form: Form<SeasonValues>
  sources: Answer<'GET /admin/seasons/copy-sources'>
  seasons: SeasonList
}

/** What the season after this one is called, and when it is. */
export function nextOf({ name, year_start, year_end, commissioner, picks_sealed }: Season) {
  return {
    name: nextName(name, { yearStart: year_start, yearEnd: year_end }),
    yearStart: String(year_start + 1),
    yearEnd: String(year_end + 1),
    commissioner: commissioner ?? '',
    picksSealed: picks_sealed === 1,
  }
}

/** Proposes a name and years as soon as a season is chosen. */
export function StartFrom({ form, sources, seasons }: StartFromProps) {
  const [start = startsEmpty, yearStart] = form.watch(['start', 'yearStart'])
  const source = sources.find(({ id }) => id === Number(start.seasonId))
  const propose = (id: number) => {
    const from = seasons.find((season) => season.id === id)
    for (const [field, value] of Object.entries(from ? nextOf(from) : {}))
      form.setValue(field as keyof ReturnType<typeof nextOf>, value)
  }
  return (
    <>
      <Select
        label="Start from"
        names={sources.map(({ id, name }) => [id, name])}
        {...choice(form, 'start.seasonId', { onChange: ({ target }) => propose(Number(target.value)) })}
      >
        <option value="">An empty season</option>
      </Select>
      {source && (
        <Stack gap={2}>
          <Checkbox
            label="Sports"
            hint={`${counted(source.sportCount, 'draft')} with the same teams. Each locks on the same weekday as before.`}
            {...form.register('start.sports')}
          />
          <Checkbox
            label="Participants"
            hint="All who are still active."
            {...form.register('start.participants')}
          />
          <Checkbox label="Rules" hint="With the note under them." {...form.register('start.rules')} />
          {start.sports && (
            <OpeningFields
              isOn={start.opens}
              opens={form.register('start.opens')}
              days={field(form, 'start.days', { check: checkDays })}
            />
          )}
          {start.sports && <CopiedSports yearStart={yearStart} start={start} />}
        </Stack>
      )}
    </>
  )
}

function CopiedSports({ yearStart, start }: { yearStart: string; start: StartValues }) {
  const copyFrom = toCopyFrom(start)
  const isAsked = !problemIn(yearStart, seasonFields.yearStart) && checkDays(start.days) === true
  const preview = usePreview(
    ['new season', yearStart, ...Object.values(copyFrom)],
    isAsked && (() => api('POST /admin/previews/seasons', { yearStart: Number(yearStart), copyFrom })),
  )
  return (
    <Hint as="div">
      <Box as="ul" gap={1} scrolls tabIndex={0} aria-label="Sports of the new season">
        {preview.data?.rows.map(({ fromRoundId, sportName, lockTime, opensAt, offsets, warnings }) => (
          <li key={fromRoundId}>
            <Name of={sportName} />: locks {formatInZone(lockTime, offsets)}
            {opensAt && `, opens ${formatInZone(opensAt, offsets)}`}. <strong>{warnings.join(' ')}</strong>
          </li>
        ))}
      </Box>
    </Hint>
  )
}
