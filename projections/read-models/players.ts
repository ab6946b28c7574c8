import { erasedPlayerName } from '../../domain/erasure.ts'
import { idIn, type LoggedEvent, type Read, type ReadModel, type Statements } from '../engine/read-model.ts'

export type PlayersTables = {
  players: {
    id: number
    name: string
    email: string | null
    is_active: 0 | 1
    reminders_declined: 0 | 1
    created_at: string
  }
}

export const playersModel: ReadModel = { create, handle }

async function create(read: Read) {
  await read.schema
    .createTable('players')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('reminders_declined', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
}

function handle(read: Read, event: LoggedEvent): Statements {
  const change = (values: Partial<PlayersTables['players']>) =>
    read.updateTable('players').set(values).where('id', '=', idIn(event))

  switch (event.type) {
    case 'PlayerAdded': {
      const { playerId, name, email } = event.data
      const created_at = event.metadata.occurredAt
      return [
        read
          .insertInto('players')
          .values({ id: playerId, name, email, is_active: 1, reminders_declined: 0, created_at }),
      ]
    }
    case 'PlayerRenamed':
    case 'PlayerEmailChanged':
      return [change(event.data)]
    case 'PlayerDeactivated':
      return [change({ is_active: 0 })]
    case 'PlayerReactivated':
      return [change({ is_active: 1 })]
    case 'RemindersDeclined':
      return [change({ reminders_declined: 1 })]
    case 'RemindersWelcomed':
      return [change({ reminders_declined: 0 })]
    case 'PlayerRemoved':
      return [remove(read, idIn(event))]
    case 'PlayerErased':
      // Their removal may have gone with their stream before it was taken.
      return [
        event.data.wasRemoved
          ? remove(read, event.data.playerId)
          : keepNameless(read, event.data.playerId, event.metadata.occurredAt),
      ]
    default:
      return []
  }
}

const remove = (read: Read, playerId: number) => read.deleteFrom('players').where('id', '=', playerId)

/** Wholly from this event: a replay finds nothing else of the player in the log. */
function keepNameless(read: Read, id: number, created_at: string) {
  const row: PlayersTables['players'] = {
    id,
    name: erasedPlayerName(id),
    email: null,
    is_active: 0,
    reminders_declined: 0,
    created_at,
  }
  return read
    .insertInto('players')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
}
