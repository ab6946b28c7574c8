import {
  DEFAULT_SETTINGS,
  type Settings,
  type SettingsEvent,
  settings,
} from '../../domain/settings/settings.ts'
import { asOne } from '../../platform/in-batches.ts'
import { type Json, json, type LoggedEvent, type Read, type ReadModel } from '../engine/read-model.ts'

export type SettingsTables = {
  settings: { only: number; state: Json<Settings> }
}

export const settingsModel: ReadModel = { create, handle }

async function create(read: Read) {
  await read.schema
    .createTable('settings')
    .addColumn('only', 'integer', (column) => column.primaryKey())
    .addColumn('state', 'json', (column) => column.notNull())
    .execute()
  await read
    .insertInto('settings')
    .values({ only: 1, state: json(DEFAULT_SETTINGS) })
    .execute()
}

async function handle(read: Read, event: LoggedEvent) {
  if (event.stream !== settings.stream()) return
  const state = settings.evolve(await currentSettings(read), event as SettingsEvent)
  await read
    .updateTable('settings')
    .set({ state: json(state) })
    .execute()
}

export async function currentSettings(read: Read): Promise<Settings> {
  const row = await read.selectFrom('settings').select('state').executeTakeFirstOrThrow()
  return row.state
}

/** For visitors: those who ask at the same moment are told by one question. */
export const openSettings = (read: Read) => asOne(() => currentSettings(read))
