import { join } from 'node:path'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { type Config, readConfig } from '#platform/config'
import { StartRefusal } from '#platform/start-refusal'
import { VERSION } from '#platform/version'
import { type Application, startApplication } from './application.ts'

const SHUTDOWN_MS = 8_000
const PARENT_CHECK_MS = 1_000

await main()

async function main() {
  try {
    const config = readConfig(process.env)
    const log = pino({ level: config.logLevel }, process.stdout.isTTY ? forPeople() : undefined)
    const application = await startApplication(config, {
      log,
      print: (text) => console.log(text),
      webDir: join(import.meta.dirname, 'web'),
    })
    stopOnSignal(application)
    console.log(welcome(config, application))
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    console.error(error.message)
    process.exit(error.exitCode)
  }
}

/** At a terminal a log line is for eyes; everywhere else it is JSON. */
function forPeople() {
  return pretty({ sync: true, ignore: 'pid,hostname' })
}

function welcome({ appUrl, smtp, role }: Config, { firstSignIn }: Application): string {
  const lines = [
    `Go Make Your Picks ${VERSION} is running.`,
    `  Standings      ${appUrl}`,
    `  Admin          ${appUrl}/admin/login`,
  ]
  if (firstSignIn) {
    lines.push(`  First sign-in  ${firstSignIn.email} with the password ${firstSignIn.password}`)
  }
  if (!smtp) lines.push('  Mail           kept in the outbox, because SMTP_HOST is not set')
  if (role === 'api') lines.push('  Scheduler      off in this process, because ROLE is api')
  return lines.join('\n')
}

/** The first signal stops it in good order, a second one at once. */
function stopOnSignal(application: Application) {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    await application.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.npm_lifecycle_event) stopWithParent(stop)
}

/** `npm start` puts a shell between itself and us, and only that hears a signal. When it is gone, we were meant too. */
function stopWithParent(stop: () => Promise<void>) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    void stop()
  }, PARENT_CHECK_MS)
  watch.unref()
}
