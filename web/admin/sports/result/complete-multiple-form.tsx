import { useId, useRef } from 'react'
import { fieldsOf } from '../../../../api/contract/fields.ts'
import type { Placement } from '../../../../api/contract/rounds.ts'
import { counted } from '../../../../domain/names.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/form/inputs.tsx'
import { Hint, Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFieldsForm } from '../../command/command-form.ts'
import { field } from '../../command/field.ts'
import styles from './complete-multiple-form.module.css'
import { championRequired, type FormerResult, noPlace, places, worth, worthOfNone } from './places.ts'
import { type ResultFormProps, StepsForm } from './result-form.tsx'
import { type GivenAnswers, RightAnswers, rightAnswers } from './right-answers.tsx'
import { WriteInPlacements } from './write-in-placements.tsx'
import {
  hitsOf,
  type NamedSlot,
  type ProposedPlace,
  placesByHits,
  proposedPlaces,
  type WriteInGroup,
  writtenOnce,
} from './write-ins.ts'

export type WriteInValues = {
  places: FormerResult
  reason: string
  placements: Record<string, Placement>
  answers: GivenAnswers[]
}

type CompleteMultipleFormProps = ResultFormProps & {
  groups: WriteInGroup[]
  /** None where write-ins have no names. */
  slots: NamedSlot[]
}

export function CompleteMultipleForm({
  groups,
  slots,
  scoring,
  former,
  steps,
  onSubmit,
}: CompleteMultipleFormProps) {
  const id = useId()
  const players = groups.flatMap((group) => group.players)
  const form = useFieldsForm<WriteInValues>(steps.name, fieldsOf('POST /admin/rounds/{id}/complete'), {
    ...{ places: former, reason: '' },
    placements: Object.fromEntries(players.map(({ id, placement }) => [`player-${id}`, placement])),
    answers: slots.map((slot) => ({ ticked: slot.former, typed: '' })),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const isNamed = slots.length > 0
  const right = rightAnswers(form.watch('answers'))
  const hits = hitsOf(slots, right)
  const placements = form.watch('placements')
  const result = form.watch('places')
  const placementOf = (id: number) => placements[`player-${id}`] ?? 'none'
  const placed = (placement: Placement) => players.filter(({ id }) => placementOf(id) === placement).length
  const place = (ids: readonly number[], placement: Placement) => {
    for (const id of ids) form.setValue(`placements.player-${id}`, placement)
  }
  const follow = isNamed ? placesByHits(players, hits, right) : proposedPlaces(groups, result, former)
  const proposed = follow.flatMap((one) => {
    const misplaced = one.players.filter(({ id }) => placementOf(id) !== one.placement)
    return misplaced.length > 0 ? [{ ...one, players: misplaced }] : []
  })
  const submit = (values: WriteInValues) =>
    onSubmit({
      ...(isNamed
        ? { rightAnswers: rightAnswers(values.answers) }
        : Object.fromEntries(places.map(({ field }) => [field, values.places[field].trim() || null]))),
      manualScores: players.map(({ id }) => ({
        userId: id,
        placement: values.placements[`player-${id}`] ?? 'none',
      })),
      ...(steps.correcting && { reason: values.reason.trim() }),
    })
  return (
    <StepsForm steps={steps} form={form} onSubmit={submit} warning={<ProposedPlaces proposed={proposed} />}>
      {isNamed ? (
        <RightAnswers form={form} slots={slots} />
      ) : (
        <div className={styles.places}>
          {places.map(({ field: name, label, placement }, index) => (
            <TextInput
              key={name}
              label={label}
              autoComplete="off"
              list={id}
              hint={worth(scoring, placement, placed(placement))}
              disabled={index > 0 && result.firstPlaceTeam.trim() === ''}
              {...field(form, `places.${name}`, { needed: index === 0 && championRequired })}
            />
          ))}
          <datalist id={id}>
            {writtenOnce(groups).map((writeIn) => (
              <option key={writeIn} value={writeIn} />
            ))}
          </datalist>
        </div>
      )}
      {groups.length > 0 ? (
        <>
          <Hint>
            {noPlace}: {worth(scoring, 'sixthPlus', placed('none'))}. {worthOfNone(scoring)}
          </Hint>
          <ProposedPlaces
            proposed={proposed}
            onConfirm={() => {
              for (const { players, placement } of proposed) {
                place(
                  players.map(({ id }) => id),
                  placement,
                )
              }
              heading.current?.focus()
            }}
          />
          <WriteInPlacements
            heading={heading}
            groups={groups}
            hitsOf={isNamed ? ({ players: [one] }) => hits.get(one?.id ?? 0) ?? 0 : undefined}
            placementOf={placementOf}
            onPlace={place}
          />
        </>
      ) : (
        <Notice>Nobody has made a pick, so nobody gets points.</Notice>
      )}
    </StepsForm>
  )
}

type ProposedPlacesProps = {
  proposed: readonly ProposedPlace[]
  /** Missing where it is too late to set them. */
  onConfirm?: () => void
}

/** What follows from the result as it is typed. Nobody is placed until the admin says so. */
function ProposedPlaces({ proposed, onConfirm }: ProposedPlacesProps) {
  if (proposed.length === 0) return null
  return (
    <Notice
      tone={onConfirm ? 'info' : 'warning'}
      title={`These places follow from the result${onConfirm ? '' : ', but they are not set'}`}
      action={
        onConfirm && (
          <SmallButton onClick={onConfirm}>
            Set {counted(proposed.flatMap(({ players }) => players).length, 'Place')}
          </SmallButton>
        )
      }
    >
      <Stack as="ul" gap={1} marked>
        {proposed.map(({ why, placement, players }) => (
          <li key={why}>
            {why}: {shortOf(placement) ?? 'no'} place for {counted(players.length, 'player')}
          </li>
        ))}
      </Stack>
    </Notice>
  )
}

const shortOf = (placement: ProposedPlace['placement']) =>
  places.find((place) => place.placement === placement)?.short
