import type { Instant } from '../../domain/event.ts'
import { type Settings, type SettingsEvent, settings } from '../../domain/settings/settings.ts'
import type { LoggedEvent } from '../engine/logged-event.ts'

/** The settings, and what only the read side asks about them. */
export type SettingsDocument = {
  settings: Settings
  /** When it was last decided by them when reminders are due; null before. */
  remindersChangedAt: Instant | null
}

const UNCHANGED: SettingsDocument = { settings: settings.initial, remindersChangedAt: null }

/** Null before the first change. */
export function evolveSettings(
  document: SettingsDocument | null,
  event: LoggedEvent & SettingsEvent,
): SettingsDocument {
  const before = document ?? UNCHANGED
  const remindersChangedAt =
    event.type === 'RemindersChanged' ? event.metadata.occurredAt : before.remindersChangedAt
  return { settings: settings.evolve(before.settings, event), remindersChangedAt }
}
