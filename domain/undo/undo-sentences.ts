import type { DomainEvent } from '../domain-event.ts'
import { PLACES } from '../seasons/points.ts'
import { pointsText } from '../seasons/rule-sentences.ts'

/** @param sealed where admins may not know what a pick is. */
export function sentenceOfUndo(events: readonly DomainEvent[], { sealed = false } = {}): string {
  const [first] = events
  if (first && events.length > 1 && events.every(({ type }) => type === first.type)) {
    if (first.type === 'ParticipantAdded') {
      return `${events.length} players take part again, with the picks from before.`
    }
    if (first.type === 'ParticipantRemoved') {
      return `${events.length} players no longer take part; their picks are kept.`
    }
    if (first.type === 'PlayerDeactivated') return `${events.length} players are no longer active.`
    if (first.type === 'PlayerReactivated') return `${events.length} players are active again.`
  }
  const words = (event: DomainEvent) => (sealed ? sealedWordsFor(event) : wordsFor(event))
  return events.map((event) => `${words(event)}.`).join(' ')
}

function sealedWordsFor(event: DomainEvent): string {
  if (event.type === 'PickEntered') return 'The pick is the one from before again'
  if (event.type === 'TieBreakGuessEntered') return 'The guess is the one from before again'
  return wordsFor(event)
}

function wordsFor(event: DomainEvent): string {
  switch (event.type) {
    case 'BrandingChanged':
      return `The title is “${event.data.title}” again, with the tagline and footer it had`
    case 'DefaultTimeZoneChanged':
      return `The default time zone is ${event.data.timeZone} again`
    case 'PointsChanged':
      return `The points from first place down are ${PLACES.map((place) => event.data.points[place]).join(', ')} again`
    case 'NoPickPointsChanged':
      return `A missing pick is worth ${pointsText(event.data.points)} again`
    case 'NotificationsSwitchedOn':
      return 'Players get mail again'
    case 'NotificationsSwitchedOff':
      return 'Players get no mail any more'
    case 'SecondFactorRequired':
      return 'Every admin needs a second factor again'
    case 'SecondFactorMadeOptional':
      return 'A second factor is up to each admin again'
    case 'DefaultSeasonChosen':
      return 'The default season is the one that it was before'
    case 'DefaultSeasonCleared':
      return 'No season is the default any more'
    case 'SeasonRenamed':
      return `The season is called ${event.data.name} again`
    case 'CommissionerChanged':
      return event.data.commissioner === null
        ? 'The season has no commissioner again'
        : `The commissioner is ${event.data.commissioner} again`
    case 'SeasonActivated':
      return 'The season is active again'
    case 'SeasonDeactivated':
      return 'The season is no longer active'
    case 'ParticipantAdded':
      return 'The player takes part again, with the picks from before'
    case 'ParticipantRemoved':
      return 'The player no longer takes part; the picks are kept'
    case 'SeasonRulesSet':
      return 'The season has the rules again that it had before'
    case 'SeasonRulesFollowed':
      return 'The season follows the rules of the league again'
    case 'PicksSealedFromAdmins':
      return 'Picks are sealed from admins again'
    case 'SeasonReopened':
      return 'The season is open again: its winners go, and it follows the points in force'
    case 'SeasonDeleted':
      return 'The season is deleted, and can be restored'
    case 'SeasonRestored':
      return 'The season is back'
    case 'RoundRenamed':
      return `The sport is called ${event.data.sportName} again`
    case 'RoundWeightSet':
      return event.data.weight === 1
        ? 'The sport counts once again'
        : `The sport counts ${event.data.weight} times again`
    case 'TieBreakQuestionSet':
      return `The tie-break question is “${event.data.question}” again`
    case 'TieBreakQuestionDropped':
      return 'The sport has no tie-break question any more'
    case 'ActivationPlanned':
      return 'The sport opens by itself again when it did before'
    case 'ActivationUnplanned':
      return 'The sport does not open by itself any more'
    case 'RoundCompleted':
      return 'The result from before counts again'
    case 'RoundUnlocked':
      return 'The result no longer counts, until the sport is completed again'
    case 'RoundReinstated':
      return 'The sport takes place again'
    case 'RoundDeleted':
      return 'The sport is deleted, and can be restored'
    case 'RoundRestored':
      return 'The sport is back, with all of its picks'
    case 'PickEntered':
      return `The pick is ${event.data.picks.filter((pick) => pick !== '').join(', ')} again`
    case 'PickEntryWithdrawn':
      return 'The player has no pick any more'
    case 'TieBreakGuessEntered':
      return event.data.value === null
        ? 'The player has no guess any more'
        : `The guess is ${event.data.value} again`
    case 'PlayerRenamed':
      return `The player is called ${event.data.name} again`
    case 'PlayerDeactivated':
      return 'The player is no longer active'
    case 'PlayerReactivated':
      return 'The player is active again'
    default:
      return `${WHAT[event.type] ?? 'What was changed is'} again what it was before`
  }
}

const WHAT: Partial<Record<DomainEvent['type'], string>> = {
  RemindersChanged: 'When reminders go out is',
  SeasonYearsChanged: 'The span of years is',
  RoundRescheduled: 'The lock time and its zone are',
  RoundEmailMessageChanged: 'The message in the mail is',
  RoundPickTypeChanged: 'The kind of pick is',
  RoundTeamsChanged: 'The list of teams is',
  SeasonNoteChanged: 'The note under the rules is',
  PlayerEmailChanged: 'The email address is',
}
