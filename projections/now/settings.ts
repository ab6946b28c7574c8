import { type Settings, settings } from '../../domain/settings/settings.ts'
import { coalesced } from '../../platform/in-batches.ts'
import { ONLY } from '../read-models/documents.ts'
import { findDocument } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

export async function currentSettings(read: Read): Promise<Settings> {
  return (await findDocument(read, 'settings', ONLY)) ?? settings.initial
}

/** For visitors: those who ask at the same moment are told by one question. */
export const openSettings = (read: Read) => coalesced(() => currentSettings(read))
