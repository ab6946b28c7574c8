import { fieldsOf } from '../../../../api/contract/fields.ts'
import { counted } from '../../../../domain/names.ts'
import { Checkbox, TextInput } from '../../../ui/form/inputs.tsx'
import { Box, Hint } from '../../../ui/layout.tsx'
import { Name } from '../../../ui/name.tsx'
import type { Form } from '../../command/command-form.ts'
import { field } from '../../command/field.ts'
import type { WriteInValues } from './complete-multiple-form.tsx'
import { isRight, type NamedSlot } from './write-ins.ts'

/** Under a name: what is ticked of what was written, and what is typed that nobody wrote. */
export type GivenAnswers = { ticked: string[]; typed: string }

export const rightAnswers = (answers: readonly GivenAnswers[]): string[][] =>
  answers.map(({ ticked, typed }) =>
    typed.trim() && !isRight(typed, ticked) ? [typed.trim(), ...ticked] : ticked,
  )

type RightAnswersProps = { form: Form<WriteInValues>; slots: readonly NamedSlot[] }

export function RightAnswers({ form, slots }: RightAnswersProps) {
  const right = rightAnswers(form.watch('answers'))
  const tick = (index: number, text: string, checked: boolean) => {
    const { ticked = [], typed = '' } = form.getValues(`answers.${index}`)
    const others = ticked.filter((one) => !isRight(one, [text]))
    form.setValue(`answers.${index}.ticked`, checked ? [...others, text] : others)
    if (isRight(text, [typed])) form.setValue(`answers.${index}.typed`, '')
    form.clearErrors('answers')
  }
  const isGiven = () =>
    rightAnswers(form.getValues('answers')).some((texts) => texts.length > 0) ||
    'Choose at least one right answer'
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
              <Name of={text} /> <Hint as="span">{counted(playerIds.length, 'player')}</Hint>
            </>
          }
          checked={isRight(text, right[index])}
          onChange={({ target }) => tick(index, text, target.checked)}
        />
      ))}
      <TextInput
        label={answers.length > 0 ? 'Another right answer' : 'Right answer'}
        hint={answers.length > 0 ? 'Optional. For an answer that nobody gave.' : 'Nobody gave an answer.'}
        autoComplete="off"
        maxLength={fieldsOf('POST /admin/rounds/{id}/complete').rightAnswers?.maxLength}
        {...field(form, `answers.${index}.typed`, {
          check: index === 0 ? isGiven : undefined,
          onChange: () => form.clearErrors('answers'),
        })}
      />
    </Box>
  ))
}
