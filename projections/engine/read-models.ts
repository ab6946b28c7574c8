import { BOARDS, recordBoards } from '../points/boards-moved.ts'
import { DOCUMENTS } from '../read-models/documents.ts'
import type { Handler } from '../read-models/handler.ts'
import { HISTORY, recordHistory } from '../read-models/history.ts'
import { GUESSES, PICK_VERSIONS, recordPicks } from '../read-models/picks.ts'
import { SCORES, STANDINGS } from '../read-models/points-tables.ts'
import type { CheckpointTables, ReadTables } from '../read-models/read-tables.ts'
import type { Table } from '../read-models/table.ts'

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
