import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Vite runs the sources as they are: Node 20 reads no TypeScript, and tests/platform needs no build. */
const PROGRAM = `
  import { runnerImport } from 'vite'
  const [dataDir, statement] = process.argv.slice(1)
  const { module } = await runnerImport('./platform/database/database-embedded.ts', { configFile: false })
  const database = await module.openEmbedded({ dataDir })
  await database.pool.query(statement)
  console.log('ready')
  setInterval(() => {}, 1_000)
`

/** Another process that opens the embedded database, runs a statement, and then holds the folder until it is killed. */
export async function holdDatabase(dataDir: string, statement: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, dataDir, statement], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The other process exited with ${code}`)
  })
  exited.catch(() => {})
  await Promise.race([once(child.stdout, 'data'), exited])
  return child
}
