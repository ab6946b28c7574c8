import { join } from 'node:path'
import { ROOT } from './application.ts'

const built: { READ_SCHEMA: string } = await import(join(ROOT, 'dist/projections/engine/version.js'))

/** The read tables of the built server. Those of the sources, which a test runs itself, have another name. */
export const BUILT_READ_SCHEMA = built.READ_SCHEMA
