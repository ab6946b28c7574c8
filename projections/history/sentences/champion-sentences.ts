import type { ChampionDetails, ChampionEvent } from '../../../domain/champions/champion.ts'
import { listed } from '../../../domain/names.ts'
import type { Names } from './names.ts'
import type { Sentences } from './sentence.ts'
import { action, differences, quoted } from './wording.ts'

export const championSentences: Sentences<ChampionEvent> = {
  PastChampionRecorded: ({ data, names }) =>
    action(`recorded ${called(data, names)} as champion of ${data.endYear}`),
  PastChampionCorrected: ({ data, was, names }) => {
    const before = { ...was, name: called(was, names) }
    const after = { ...data, name: called(data, names) }
    const changes = differences(before, after, {
      name: { field: 'name', words: (name) => name },
      playerId: { field: 'linked player', words: (id) => (id === null ? 'none' : names.player(id)) },
      endYear: { field: 'year', words: (year) => `${year}` },
      note: { field: 'note', words: quoted },
    })
    const parts = changes.map(({ field, before, after }) => `${field} from ${before} to ${after}`)
    return action(`corrected the champion ${before.name}: ${listed(parts)}`, changes)
  },
  PastChampionRemoved: ({ was, names }) =>
    action(`removed ${called(was, names)}, champion of ${was.endYear}, from the hall of fame`),
}

const called = ({ name, playerId }: Pick<ChampionDetails, 'name' | 'playerId'>, names: Names) =>
  playerId === null ? (name ?? 'an erased champion') : names.player(playerId)
