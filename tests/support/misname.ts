import { listDocuments } from '../../projections/read-models/find-documents.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import { json } from '../../projections/read-models/table.ts'

/** Read tables that name players as the log does not. */
export async function misname(read: Read, isMeant: (playerId: number) => boolean = () => true) {
  for (const [id, document] of await listDocuments(read, 'player')) {
    if (!isMeant(id)) continue
    const state = { ...document, name: 'Mallory' }
    await read
      .updateTable('documents')
      .set({ state: json(state) })
      .where('kind', '=', 'player')
      .where('id', '=', id)
      .execute()
  }
}
