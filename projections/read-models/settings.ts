import {
  DEFAULT_SETTINGS,
  type Settings,
  type SettingsEvent,
  settings,
} from '../../domain/settings/settings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { asOne } from '../../platform/in-batches.ts'
import {
  type Json,
  json,
  type LoggedEvent,
  type Read,
  type ReadModel,
  type Statements,
} from '../engine/read-model.ts'

export type SettingsTables = {
  /** The last event of each type: the settings are what they add up to. */
  settings: { type: SettingsEvent['type']; position: Position; event: Json<SettingsEvent> }
}

export const settingsModel: ReadModel = { create, handle }

async function create(read: Read) {
  await read.schema
    .createTable('settings')
    .addColumn('type', 'text', (column) => column.primaryKey())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('event', 'json', (column) => column.notNull())
    .execute()
}

function handle(read: Read, event: LoggedEvent): Statements {
  if (!isSettingsEvent(event)) return []
  const { type, data, position } = event
  const row = { type, position, event: json({ type, data }) }
  return [
    read
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('type').doUpdateSet(row)),
  ]
}

const isSettingsEvent = (event: LoggedEvent): event is LoggedEvent & SettingsEvent =>
  event.stream === settings.stream()

export async function currentSettings(read: Read): Promise<Settings> {
  const rows = await read.selectFrom('settings').select('event').orderBy('position').execute()
  return rows.reduce((state, { event }) => settings.evolve(state, event), DEFAULT_SETTINGS)
}

/** For visitors: those who ask at the same moment are told by one question. */
export const openSettings = (read: Read) => asOne(() => currentSettings(read))
