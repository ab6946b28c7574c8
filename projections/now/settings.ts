import { type Settings, settings } from '../../domain/settings/settings.ts'
import { ONLY } from '../read-models/documents.ts'
import { findDocument } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

export async function currentSettings(read: Read): Promise<Settings> {
  return (await findDocument(read, 'settings', ONLY)) ?? settings.initial
}
