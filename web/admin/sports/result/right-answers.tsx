import { useRef, useState } from 'react'
import { fieldsOf } from '../../../../api/contract/fields.ts'
import { useKept } from '../../../draft.ts'
import { Checkbox, TextInput } from '../../../ui/form/inputs.tsx'
import { Box, Hint } from '../../../ui/layout.tsx'
import { Name } from '../../../ui/name.tsx'
import { counted } from '../../counted.ts'
import { isRight, type NamedSlot } from './write-ins.ts'

/** What was right under each name: what is ticked of what was written, and what is typed that nobody wrote. */
export function useRightAnswers(slots: readonly NamedSlot[]) {
  const [ticked, setTicked] = useKept(
    'ticked answers',
    slots.map(({ former }) => former),
  )
  const [typed, setTyped] = useKept(
    'typed answers',
    slots.map(() => ''),
  )
  const right = slots.map((_, index) => {
    const own = ticked[index] ?? []
    const other = typed[index]?.trim()
    return other && !isRight(other, own) ? [other, ...own] : own
  })
  const tick = (index: number, text: string, checked: boolean) => {
    const others = (ticked[index] ?? []).filter((one) => !isRight(one, [text]))
    setTicked(ticked.with(index, checked ? [...others, text] : others))
    if (isRight(text, [typed[index] ?? ''])) setTyped(typed.with(index, ''))
  }
  const first = useRef<HTMLInputElement>(null)
  const [isAsked, setAsked] = useState(false)
  const isEmpty = right.every((texts) => texts.length === 0)
  return {
    ...{ right, typed, tick, first },
    type: (index: number, text: string) => setTyped(typed.with(index, text)),
    isMissing: isAsked && isEmpty,
    /** Otherwise the form asks for one. */
    areGiven: () => {
      setAsked(isEmpty)
      if (isEmpty) first.current?.focus()
      return !isEmpty
    },
  }
}

type RightAnswersProps = {
  slots: readonly NamedSlot[]
  answers: ReturnType<typeof useRightAnswers>
}

export function RightAnswers({ slots, answers: given }: RightAnswersProps) {
  const { right, typed, tick, type, first, isMissing } = given
  return slots.map(({ name, answers }, index) => (
    <Box as="section" key={name} framed aria-label={name}>
      <h3>
        <Name of={name} />
      </h3>
      {answers.map(({ text, playerIds }) => (
        <Checkbox
          key={text}
          label={
            <>
              <Name of={text} /> <Hint as="span">{counted(playerIds.length)}</Hint>
            </>
          }
          checked={isRight(text, right[index])}
          onChange={({ target }) => tick(index, text, target.checked)}
        />
      ))}
      <TextInput
        ref={index === 0 ? first : undefined}
        label={answers.length > 0 ? 'Another right answer' : 'Right answer'}
        hint={answers.length > 0 ? 'Optional. For an answer that nobody gave.' : 'Nobody gave an answer.'}
        autoComplete="off"
        maxLength={fieldsOf('POST /admin/rounds/{id}/complete').rightAnswers?.maxLength}
        value={typed[index] ?? ''}
        error={index === 0 && isMissing ? 'Choose at least one right answer' : undefined}
        onChange={({ target }) => type(index, target.value)}
      />
    </Box>
  ))
}
