import { calledNow } from './invariants-picks.ts'
import type { Answered, SeasonRun } from './season-run.ts'
import type { Logged, Truth } from './truth.ts'

/** Every command that was answered with yes stands in the log, once; of one that was refused nothing does that counts. */
export function commandViolations({ store, answers }: SeasonRun, { events }: Truth): string[] {
  const ids = new Map<string, number>()
  const byCommand = new Map<string, Logged[]>()
  for (const event of events) {
    ids.set(event.id, (ids.get(event.id) ?? 0) + 1)
    const { correlationId } = event.metadata
    byCommand.set(correlationId, [...(byCommand.get(correlationId) ?? []), event])
  }
  const twice = [...ids]
    .filter(([, count]) => count > 1)
    .map(([id]) => `The event ${id} stands in the log twice`)
  const lost = [...store.acknowledged]
    .filter((id) => !ids.has(id))
    .map((id) => `The event ${id} was acknowledged and is not in the log`)
  const answered = answers.flatMap((answer) => {
    const told = byCommand.get(answer.commandId) ?? []
    const why = whatIsWrong(answer, told, events)
    return why === null ? [] : [`${answer.name} ${answer.path} was answered ${answer.status}, but ${why}`]
  })
  return [...twice, ...lost, ...answered]
}

function whatIsWrong(answer: Answered, told: readonly Logged[], events: readonly Logged[]): string | null {
  const { status, tells = [], pick } = answer
  if (status >= 500) return null
  if (status >= 400)
    return told.every(isRefusedPick) ? null : `${told.map(({ type }) => type).join()} stands in the log`
  const expected = told.filter(({ type }) => (tells as readonly string[]).includes(type))
  if (tells.length > 0 && expected.length !== 1)
    return `${expected.length} of ${tells.join()} stand in the log`
  if (told.length !== new Set(told.map(({ type, data }) => `${type} ${JSON.stringify(data)}`)).size) {
    return 'the same stands in the log twice'
  }
  if (!pick) return null
  const stream = `pick-${pick.roundId}-${pick.playerId}`
  const now = (values: readonly string[]) => values.map((team) => calledNow(events, pick.roundId, team))
  const saved = events.some(
    (event) =>
      event.stream === stream &&
      event.type !== 'PickAskedLate' &&
      ('picks' in event.data
        ? sameValues(now(event.data.picks), now(pick.values))
        : event.type === 'PickEntryWithdrawn' && pick.values.length === 0),
  )
  return saved ? null : 'no such pick stands in the log'
}

/** Something was taken away while it was under way, or a result came, and it counts nowhere. A guess is saved with its pick. */
const REFUSED_PICK = [
  'PickSubmitted',
  'PickEntered',
  'TieBreakGuessed',
  'TieBreakGuessEntered',
  'PickAskedLate',
]
const isRefusedPick = ({ type }: Logged) => REFUSED_PICK.includes(type)

const sameValues = (left: readonly string[], right: readonly string[]) => left.join('\n') === right.join('\n')
