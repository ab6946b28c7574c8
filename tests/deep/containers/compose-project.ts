import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { APP_URL, FIRST_ADMIN, ROOT } from '../../support/application.ts'
import { answerOf, ownName, serves } from '../../support/engine.ts'
import { eventually } from '../../support/eventually.ts'
import { folderForTest } from '../../support/folder-for-test.ts'
import { freePort } from '../../support/free-port.ts'
import { SECRET } from './image.ts'

type ComposeProject = {
  url: string
  folder: string
  /** Runs a line as somebody types it there, and answers what it writes. Throws that where it fails. */
  type(line: string): Promise<string>
  /** Writes into `.env` what the tests know. */
  writeEnv(): void
  /** Resolves when the pages are served, for commands that do not wait. */
  ready(): Promise<unknown>
}

/** The log is in PostgreSQL then, for a machine that cannot have the event store's image. */
const WITHOUT_EVENT_STORE = `services:
  kurrentdb: { profiles: [never] }
  app: { depends_on: { kurrentdb: { condition: service_healthy, required: false } } }
`

/** A clone of the repository, whose services, volumes and port are its own. All of them go when the test has ended. */
export async function composeProject({
  composeFile,
  hasEventStore = true,
}: {
  /** Not given: the one that `.env` names. */
  composeFile?: string
  hasEventStore?: boolean
}): Promise<ComposeProject> {
  const folder = await folderForTest()
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  for (const name of [...readdirSync(ROOT), '.env.example']) {
    if (!ignored.includes(name)) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  }
  const withoutEventStore = join(await folderForTest(), 'without-event-store.yml')
  writeFileSync(withoutEventStore, WITHOUT_EVENT_STORE)
  const port = await freePort()
  const env = {
    ...process.env,
    COMPOSE_PROJECT_NAME: ownName(),
    ...(composeFile && {
      COMPOSE_FILE: hasEventStore ? composeFile : `${composeFile}:${withoutEventStore}`,
    }),
    PORT: `${port}`,
  }
  const run = (line: string) => answerOf('bash', ['-o', 'pipefail', '-c', line], { cwd: folder, env })
  onTestFinished(async () => {
    await run('docker compose down --volumes --remove-orphans --timeout 5')
  })
  const url = `http://127.0.0.1:${port}`
  return {
    ...{ folder, url },
    ready: () => eventually('the start', () => serves(`${url}/api/health/ready`)),
    type: async (line) => {
      const { code, output } = await run(line)
      if (code !== 0) throw new Error(`${line} ended with ${code}:\n${output}`)
      return output
    },
    writeEnv: () => {
      const known = {
        JWT_SECRET: SECRET,
        APP_URL,
        ADMIN_EMAIL: FIRST_ADMIN.email,
        ADMIN_PASSWORD: FIRST_ADMIN.password,
        ...(hasEventStore ? {} : { EVENTSTORE_URL: '' }),
      }
      const lines = Object.entries(known).map(([name, value]) => `${name}=${value}\n`)
      appendFileSync(join(folder, '.env'), lines.join(''))
    },
  }
}
