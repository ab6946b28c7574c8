import { describe, expect, test } from 'vitest'
import {
  type ChampionDetails,
  type ChampionEvent,
  champion,
  correctChampion,
  type Hall,
  recordChampion,
  removeChampion,
} from '../../domain/champions/champion.ts'
import { undoChampion } from '../../domain/champions/champion-events.ts'
import { given } from './given-when-then.ts'
import { inverse } from './inverse.ts'

const rose: ChampionDetails = { name: 'Grandma Rose', playerId: null, endYear: 1998, note: null }
const recorded: ChampionEvent = { type: 'PastChampionRecorded', data: { championId: 1, ...rose } }
const removed: ChampionEvent = { type: 'PastChampionRemoved', data: {} }
const corrected = (data: ChampionDetails): ChampionEvent => ({ type: 'PastChampionCorrected', data })

const hall = (...honoured: Hall['honoured']): Hall => ({ honoured, nameOf: (id) => (id < 3 ? 'Ann' : 'Bob') })

test('each champion has a stream', () => expect(champion.stream(1)).toBe('champion-1'))

test('a champion is recorded', () => {
  given(champion)
    .when(recordChampion, 1, rose, hall({ year: 1997, name: 'Grandma Rose', playerId: null }))
    .then(recorded)
})

describe('in one year', () => {
  const of1998 = (name: string, playerId: number | null = null) => hall({ year: 1998, name, playerId })
  const linked = { ...rose, name: null, playerId: 1 }
  test.each([
    ['the same name, whatever its case and spaces', rose, of1998(' grandma  ROSE'), 'Grandma Rose'],
    ['the name of a player', { ...rose, name: 'ann' }, of1998('Ann', 1), 'ann'],
    ['a player whose name was recorded', linked, of1998('ANN'), 'Ann'],
    ['the same player', linked, of1998('Ann', 1), 'Ann'],
  ])('%s is refused', (_, details, honoured, called) => {
    const sentence = `${called} is champion of 1998 already`
    given(champion).when(recordChampion, 1, details, honoured).thenRefused('taken', sentence)
    given(champion, { ...recorded, data: { ...recorded.data, endYear: 1990 } } as ChampionEvent)
      .when(correctChampion, details, honoured)
      .thenRefused('taken', sentence)
  })

  test('two players of one name are two people', () => {
    given(champion)
      .when(recordChampion, 1, linked, of1998('Ann', 2))
      .then({ type: 'PastChampionRecorded', data: { championId: 1, ...linked } })
  })
})

test('the id of another is passed over', () => {
  given(champion, recorded)
    .when(recordChampion, 1, rose, hall())
    .thenRefused('busy', 'The number 1 belongs to another champion. Please try again')
})

test('a champion is corrected, as a whole', () => {
  const linked = { name: null, playerId: 3, endYear: 1999, note: 'Rose is Bob' }
  given(champion, recorded).when(correctChampion, linked, hall()).then(corrected(linked))
})

test('saving what is there already changes nothing', () => {
  given(champion, recorded).when(correctChampion, rose, hall()).thenNothing()
})

test('the note is put right, though a season of that year has the same champion since', () => {
  given(champion, recorded)
    .when(correctChampion, { ...rose, note: 'True' }, hall({ year: 1998, name: 'Grandma Rose', playerId: 2 }))
    .then(corrected({ ...rose, note: 'True' }))
})

test('a champion is removed once', () => {
  given(champion, recorded).when(removeChampion).then(removed)
  given(champion, recorded, removed).when(removeChampion).thenRefused('not_found', 'Champion not found')
  given(champion, recorded, removed)
    .when(correctChampion, rose, hall())
    .thenRefused('not_found', 'Champion not found')
})

describe('an undo', () => {
  const later = { ...rose, endYear: 1999 }
  test.each([
    ['of a record removes it', [recorded], removed],
    ['of a correction brings what was there', [recorded, corrected(later)], corrected(rose)],
    ['of a removal records it again', [recorded, removed], recorded],
  ])('%s', (_, events, undone) => {
    const undo = (undoing: Parameters<typeof undoChampion>[0]) => undoChampion(undoing, hall())
    expect(inverse(champion, events, events.length - 1, undo)).toEqual([undone])
  })
})
