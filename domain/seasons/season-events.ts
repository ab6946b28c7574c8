import type { Instant } from '../event.ts'
import { always, type Descriptors, type Undoing, undoBy } from '../event-descriptor.ts'
import {
  afterAnyActivation,
  afterFirstLock,
  onceOpenOrLocked,
  whileOpen,
  withNameOfAnother,
} from '../record/record-rules.ts'
import { closeJoinLink, openJoinLink } from './join-link.ts'
import { sealPicks } from './sealing.ts'
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
  type SeasonDetails,
  type SeasonEvent,
  setRules,
} from './season.ts'

const OTHER_RULES = {
  updatesBoards: 'its season',
  record: { as: 'rules_changed', when: afterFirstLock, changesPoints: true, tellsLock: true },
  asksReason: always,
  story: 'rules',
  about: 'season rules',
  undo: undoRules,
  undoReason: 'since the first lock',
} as const

export const SEASON_EVENTS = {
  SeasonCreated: {
    safe: ['seasonId', 'name', 'yearStart', 'yearEnd'],
    undo: 'season-deleted-instead',
  },
  SeasonCopied: {
    safe: ['fromSeasonId'],
    wholeCommand: true,
    about: 'season deleted',
    undo: ({ now }, at) => deleteSeason(now, at),
  },
  SeasonRenamed: {
    safe: ['name'],
    record: { as: 'words_changed', when: afterAnyActivation },
    story: 'words',
    undo: (undoing) => undoEdit(undoing, ({ name }) => ({ name })),
    whenUndone: ({ name }) => `The season is called ${name} again`,
  },
  SeasonYearsChanged: {
    safe: ['yearStart', 'yearEnd'],
    record: { as: 'words_changed', when: afterAnyActivation },
    story: 'words',
    undo: (undoing) => undoEdit(undoing, ({ yearStart, yearEnd }) => ({ yearStart, yearEnd })),
    whenUndone: 'The years are as they were before',
  },
  CommissionerChanged: {
    undo: (undoing) => undoEdit(undoing, ({ commissioner }) => ({ commissioner })),
    whenUndone: ({ commissioner }) =>
      commissioner === null
        ? 'The season has no commissioner again'
        : `The commissioner is ${commissioner} again`,
  },
  SeasonActivated: {
    record: { as: 'season_activated', when: whileOpen },
    about: 'season active',
    undo: ({ now }) => deactivateSeason(now),
    whenUndone: 'The season is active again',
  },
  SeasonDeactivated: {
    record: { as: 'season_deactivated', when: whileOpen },
    about: 'season active',
    undo: ({ now }) => activateSeason(now),
    whenUndone: 'The season is no longer active',
  },
  ParticipantAdded: {
    safe: ['playerId'],
    updatesBoards: 'its season',
    record: { as: 'participant_added', unless: withNameOfAnother, when: afterFirstLock, changesPoints: true },
    about: 'participant',
    undo: ({ event, now }) => removeParticipant(now, event.data.playerId),
    whenUndone: 'The player takes part again, with the picks from before',
  },
  ParticipantRemoved: {
    safe: ['playerId'],
    updatesBoards: 'its season',
    record: { as: 'participant_removed', when: onceOpenOrLocked, changesPoints: true },
    about: 'participant',
    undo: ({ event, now }) => addParticipants(now, [event.data.playerId]),
    whenUndone: 'The player no longer takes part; the picks are kept',
  },
  SeasonEnded: {
    safe: ['endedAt', 'points', 'winners'],
    updatesBoards: 'its season',
    about: 'season ended',
    undo: ({ now }) => reopenSeason(now),
  },
  SeasonRulesKept: {
    safe: ['rules'],
    updatesBoards: 'its season',
    undo: 'ended-season-keeps-rules',
  },
  SeasonRulesSet: {
    ...OTHER_RULES,
    safe: ['rules'],
    whenUndone: 'The season goes back to its previous rules',
  },
  SeasonRulesFollowed: { ...OTHER_RULES, whenUndone: 'The season follows the rules of the league again' },
  PicksSealedFromAdmins: {
    updatesBoards: 'its season',
    record: { as: 'picks_sealed', when: afterAnyActivation },
    about: 'picks sealed',
    undo: 'show-picks-instead',
    whenUndone: 'Picks are hidden from admins again',
  },
  PicksUnsealedForAdmins: {
    updatesBoards: 'its season',
    record: { as: 'picks_unsealed' },
    asksReason: always,
    about: 'picks sealed',
    undo: ({ now }) => sealPicks(now),
    undoReason: 'always',
  },
  SeasonNoteChanged: {
    record: { as: 'words_changed', when: afterAnyActivation },
    story: 'words',
    undo: ({ before, now }) => changeNote(now, 'note' in before ? before.note : null),
    whenUndone: 'The note under the rules is as it was before',
  },
  JoinLinkOpened: {
    safe: ['generation', 'approval', 'until'],
    about: 'join link',
    undo: ({ before, now }, at) =>
      'joinLink' in before && before.joinLink !== null
        ? openJoinLink(now, before.joinLink, at)
        : closeJoinLink(now),
    whenUndone: 'The join link is as it was before',
  },
  JoinLinkClosed: { about: 'join link', undo: 'open-join-link-instead' },
  SeasonReopened: {
    updatesBoards: 'its season',
    record: { as: 'season_reopened', changesPoints: true },
    asksReason: always,
    about: 'season ended',
    undo: 'end-again-instead',
    whenUndone: 'The season is open again: it has no winners, and the current points count',
  },
  SeasonDeleted: {
    safe: ['deletedAt'],
    updatesBoards: 'its season',
    record: { as: 'season_deleted', when: whileOpen },
    about: 'season deleted',
    // Deleting the season had also deactivated it.
    undo: ({ before, now }) => [
      ...restoreSeason(now),
      ...('active' in before && before.active ? [{ type: 'SeasonActivated' as const, data: {} }] : []),
    ],
    whenUndone: 'The season is deleted, and can be restored',
  },
  SeasonRestored: {
    updatesBoards: 'its season',
    record: { as: 'season_restored', when: whileOpen },
    about: 'season deleted',
    undo: ({ now }, at) => deleteSeason(now, at),
    whenUndone: 'The season is back',
  },
  SeasonPurged: { undo: 'deleted-for-ever' },
} as const satisfies Descriptors<SeasonEvent, Season, Instant>

export const undoSeason = undoBy<SeasonEvent, Season, Instant>(SEASON_EVENTS)

function undoEdit(
  { before, now }: Undoing<Season, SeasonEvent>,
  part: (before: SeasonDetails) => Partial<SeasonDetails>,
): SeasonEvent[] {
  const current = openSeason(now)
  return 'name' in before ? editSeason(now, { ...current, ...part(before) }) : []
}

function undoRules({ before, now }: Undoing<Season, SeasonEvent>): SeasonEvent[] {
  const rules = 'rules' in before ? before.rules : null
  return rules === null ? followLeague(now, UNASKED) : setRules(now, rules, UNASKED)
}

const UNASKED: Frozen = { isFrozen: false, reason: null }
