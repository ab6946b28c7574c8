import type { Instant } from '../event.ts'
import { sealPicks } from '../seasons/sealing.ts'
import {
  activateSeason,
  addParticipants,
  changeNote,
  deactivateSeason,
  deleteSeason,
  editSeason,
  type Frozen,
  followLeague,
  openSeason,
  removeParticipant,
  reopenSeason,
  restoreSeason,
  type Season,
  type SeasonEvent,
  setRules,
} from '../seasons/season.ts'
import { irreversible, type Undoing } from './undo.ts'

export function undoSeason({ event, before, now }: Undoing<Season, SeasonEvent>, at: Instant): SeasonEvent[] {
  switch (event.type) {
    case 'SeasonCreated':
      return irreversible('A season that was created is deleted instead')
    case 'SeasonRenamed':
    case 'SeasonYearsChanged':
    case 'CommissionerChanged':
      return undoDetails(event, before, now)
    case 'SeasonActivated':
      return deactivateSeason(now)
    case 'SeasonDeactivated':
      return activateSeason(now)
    case 'ParticipantAdded':
      return removeParticipant(now, event.data.playerId)
    case 'ParticipantRemoved':
      return addParticipants(now, [event.data.playerId])
    case 'SeasonEnded':
      return reopenSeason(now)
    case 'SeasonRulesKept':
      return irreversible('The season keeps its rules since it has ended: undo its end instead')
    case 'SeasonRulesSet':
    case 'SeasonRulesFollowed':
      return undoRules(before, now)
    case 'PicksSealedFromAdmins':
      return irreversible('Picks are unsealed with Unseal Picks, which takes a reason')
    case 'PicksUnsealedForAdmins':
      return sealPicks(now)
    case 'SeasonNoteChanged':
      return changeNote(now, 'note' in before ? before.note : null)
    case 'SeasonReopened':
      return irreversible('End the season again instead, so that its winners are counted anew')
    case 'SeasonDeleted':
      return [...restoreSeason(now), ...('active' in before && before.active ? ACTIVE_AGAIN : [])]
    case 'SeasonRestored':
      return deleteSeason(now, at)
    case 'SeasonPurged':
      return irreversible('What was deleted permanently cannot come back')
  }
}

/** Deleting the season had also deactivated it. */
const ACTIVE_AGAIN: SeasonEvent[] = [{ type: 'SeasonActivated', data: {} }]

function undoRules(before: Season, now: Season): SeasonEvent[] {
  const rules = 'rules' in before ? before.rules : null
  return rules === null ? followLeague(now, UNASKED) : setRules(now, rules, UNASKED)
}

/** `requireReasonToUndo` does. */
const UNASKED: Frozen = { isFrozen: false, reason: null }

function undoDetails({ type }: SeasonEvent, before: Season, now: Season): SeasonEvent[] {
  const current = openSeason(now)
  if (!('name' in before)) return []
  if (type === 'SeasonRenamed') return editSeason(now, { ...current, name: before.name })
  if (type === 'CommissionerChanged') {
    return editSeason(now, { ...current, commissioner: before.commissioner })
  }
  return editSeason(now, { ...current, yearStart: before.yearStart, yearEnd: before.yearEnd })
}
