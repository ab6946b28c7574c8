import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../architecture/source-files.ts'

/** The files of one folder whose names end so, as paths from the root. */
export const filesIn = (folder: string, end: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name))

export const WORKFLOWS = filesIn('.github/workflows', '.yml')
