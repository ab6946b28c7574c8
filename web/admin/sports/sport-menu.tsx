import type { RoundList, RoundStatus } from '../../../api/contract/rounds.ts'
import { MoreMenu } from '../../ui/menu.tsx'
import { historyOf } from '../parts/history-link.tsx'
import { actsAs, opensByItself } from './sport-order.ts'

export type SportAction =
  | ('activate' | 'remind' | 'lock' | 'unlock' | 'cancel' | 'reinstate' | 'delete')
  | ('people' | 'complete' | 'correct' | 'edit' | 'team' | 'weight' | 'question' | 'opening')

export type SportProps = {
  round: RoundList[number]
  ended: boolean
  onAct: (action: SportAction) => void
}

export type SportDialogProps = { round: RoundList[number]; onClose: () => void }

type Offer = { action: SportAction; text: string; danger?: true }

const activate: Offer = { action: 'activate', text: 'Activate & Send Links' }
const people: Offer = { action: 'people', text: 'Players & Mail' }
const weight: Offer = { action: 'weight', text: 'Weight' }
const question: Offer = { action: 'question', text: 'Tie-Break Question' }
const edit: Offer = { action: 'edit', text: 'Edit' }
const team: Offer = { action: 'team', text: 'Rename Team' }
const opening: Offer = { action: 'opening', text: 'Schedule Opening' }
const cancel: Offer = { action: 'cancel', text: 'Cancel Sport', danger: true }
const remove: Offer = { action: 'delete', text: 'Delete', danger: true }

const offers: Record<RoundStatus, Offer[]> = {
  draft: [activate, opening, edit, weight, question, cancel, remove],
  active: [{ action: 'remind', text: 'Send Reminder' }, people, edit, team, weight, cancel, remove],
  locked: [people, edit, team, weight, cancel, remove],
  completed: [
    { action: 'correct', text: 'Correct Result' },
    people,
    weight,
    { action: 'unlock', text: 'Unlock', danger: true },
  ],
}

/** All but the one thing that the state of the sport asks for. What takes something away comes last, in red. */
export function SportMenu({ round, ended, onAct }: SportProps) {
  const offered = ended ? [] : round.cancelled_at ? [people, remove] : offers[actsAs(round)]
  // The card's button has the other.
  const openings = opensByItself(round) ? opening : activate
  const items = (danger: boolean) =>
    offered
      .filter((offer) => (offer.danger === true) === danger)
      .filter((offer) => offer !== openings && (offer !== team || round.pick_type === 'single'))
      .map(({ action, text }) => ({ text, danger, onClick: () => onAct(action) }))
  return (
    <MoreMenu
      label={`More for ${round.sport_name}`}
      items={[...items(false), { text: 'History', to: historyOf({ round: round.id }) }, ...items(true)]}
    />
  )
}
