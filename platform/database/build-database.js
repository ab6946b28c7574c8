// Makes the empty database that the first start copies. A server needs not have the memory that this takes.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'dist/database'
const UNFINISHED = `${FOLDER}.unfinished`
// Postgres makes new databases of the two templates, which nobody here does, and they are more than half of the files.
const MAKE = `
import { PGlite } from '@electric-sql/pglite'
const database = await PGlite.create('${UNFINISHED}')
await database.exec('update pg_database set datistemplate = false')
for (const name of ['template0', 'template1']) await database.exec('drop database ' + name)
await database.close()`

mkdirSync('dist', { recursive: true })
for (const folder of [FOLDER, UNFINISHED]) rmSync(folder, { recursive: true, force: true })
const args = ['--liftoff-only', '--input-type=module', '--eval', MAKE]
const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' })
if (signal === 'SIGKILL') {
  console.error(
    'Making the empty database needs about 700 MB of memory; it was ended by the system (SIGKILL), which usually means that there was less.',
  )
}
if (status !== 0) process.exit(1)
// Any user may run what was built.
for (const name of ['.', ...readdirSync(UNFINISHED, { recursive: true })]) {
  const path = join(UNFINISHED, name)
  chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
}
renameSync(UNFINISHED, FOLDER)
