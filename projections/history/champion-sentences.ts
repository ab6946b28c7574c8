import type { ChampionDetails, ChampionEvent } from '../../domain/champions/champion.ts'
import { listed } from '../../domain/names.ts'
import type { Names } from './names.ts'
import type { Sentences } from './sentence.ts'
import { action, differences, quoted } from './wording.ts'

export const championSentences: Sentences<ChampionEvent> = {
  PastChampionRecorded: ({ event, names }) =>
    action(`recorded ${called(event.data, names)} as champion of ${event.data.endYear}`),
  PastChampionCorrected: ({ event, before, names }) => {
    if (before.status === 'missing') return action('corrected a champion')
    const was = { ...before, name: called(before, names) }
    const is = { ...event.data, name: called(event.data, names) }
    const changes = differences(was, is, {
      name: { field: 'name', words: (name) => name },
      playerId: { field: 'linked player', words: (id) => (id === null ? 'none' : names.player(id)) },
      endYear: { field: 'year', words: (year) => `${year}` },
      note: { field: 'note', words: quoted },
    })
    const parts = changes.map(({ field, before, after }) => `${field} from ${before} to ${after}`)
    return action(`corrected the champion ${was.name}: ${listed(parts)}`, changes)
  },
  PastChampionRemoved: ({ before, names }) =>
    action(
      before.status === 'missing'
        ? 'removed a champion'
        : `removed ${called(before, names)}, champion of ${before.endYear}, from the hall of fame`,
    ),
}

const called = ({ name, playerId }: Pick<ChampionDetails, 'name' | 'playerId'>, names: Names) =>
  playerId === null ? (name ?? 'an erased champion') : names.player(playerId)
