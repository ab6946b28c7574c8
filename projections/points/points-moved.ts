import { isDeepStrictEqual } from 'node:util'
import { descriptorOf } from '../../domain/event-table.ts'
import { asksWhoOwed } from '../../domain/seasons/rules.ts'
import { rulesInForce } from '../../domain/seasons/season.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import { type Settings, settings } from '../../domain/settings/settings.ts'
import { type Document, ONLY } from '../read-models/documents.ts'
import { type Documents, startFolding } from '../read-models/fold-documents.ts'
import { isPick, type LoggedEvent } from '../read-models/logged-event.ts'
import { seasonsOfPlayer } from './boards-moved.ts'
import { pointsInputs } from './points-inputs.ts'

/** Compares what points follow from before and after: no list of events says it, so none can be forgotten. */
export function watchPoints(loaded: readonly Document[]) {
  const before = startFolding(loaded)
  const due = new Set<number>()
  return {
    take: (event: LoggedEvent, now: Documents) => {
      const round = isPick(event) ? now.find('round', event.data.roundId) : null
      if (round?.hasResult) due.add(round.seasonId)
      for (const id of seasonsWithPlayer(event, now)) due.add(id)
    },
    due: (now: Documents): number[] => {
      const [leagueBefore, league] = [settingsIn(before), settingsIn(now)]
      for (const [id, is] of now.all('season')) {
        const was = before.find('season', id)
        if (was === is && leagueBefore === league) continue
        if (!isDeepStrictEqual(pointsInputs(was, leagueBefore), pointsInputs(is, league))) due.add(id)
      }
      return [...due]
    },
  }
}

function seasonsWithPlayer(event: LoggedEvent, documents: Documents): number[] {
  const { presence } = descriptorOf(event.type)
  if (presence === undefined) return []
  const isMoved = ({ season }: WholeSeason) =>
    presence === 'ends' || asksWhoOwed(rulesInForce(season, settingsIn(documents)))
  return seasonsOfPlayer(event, documents, isMoved)
}

const settingsIn = ({ find }: Documents): Settings => find('settings', ONLY) ?? settings.initial
