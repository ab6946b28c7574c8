import { DOCUMENTS } from '../documents/documents.ts'
import { BOARDS, recordBoards } from '../points/boards-moved.ts'
import { SCORES, STANDINGS } from '../points/points-tables.ts'
import { HISTORY, recordHistory } from '../read-models/history.ts'
import { GUESSES, PICK_VERSIONS, recordPicks } from '../read-models/picks.ts'
import type { Handler } from './handler.ts'
import type { CheckpointTables, ReadTables } from './read-model.ts'
import type { Table } from './table.ts'

export const HANDLERS: readonly Handler<ReadTables>[] = [recordPicks, recordHistory, recordBoards]

const CHECKPOINT: Table<CheckpointTables['checkpoint']> = {
  name: 'checkpoint',
  columns: {
    position: 'text not null',
    stream: 'text',
    revision: 'integer',
    event_id: 'uuid',
    generation: 'integer not null',
  },
  key: [],
}

export const READ_TABLES: { [Name in keyof ReadTables]: Table<ReadTables[Name]> } = {
  boards: BOARDS,
  checkpoint: CHECKPOINT,
  documents: DOCUMENTS,
  guesses: GUESSES,
  history: HISTORY,
  pick_versions: PICK_VERSIONS,
  scores: SCORES,
  standings: STANDINGS,
}
