import type { Instant } from '../../domain/event.ts'
import { type Settings, type SettingsEvent, settings } from '../../domain/settings/settings.ts'
import type { LoggedEvent } from '../engine/logged-event.ts'

export type SettingsDocument = {
  settings: Settings
  remindersChangedAt: Instant | null
}

const UNCHANGED: SettingsDocument = { settings: settings.initial, remindersChangedAt: null }

export function evolveSettings(
  document: SettingsDocument | null,
  event: LoggedEvent & SettingsEvent,
): SettingsDocument {
  const before = document ?? UNCHANGED
  const remindersChangedAt =
    event.type === 'RemindersChanged' ? event.metadata.occurredAt : before.remindersChangedAt
  return { settings: settings.evolve(before.settings, event), remindersChangedAt }
}
