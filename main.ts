import { join } from 'node:path'
import { pino } from 'pino'
import { type Config, readConfig } from '#platform/config'
import { StartRefusal } from '#platform/start-refusal'
import { VERSION } from '#platform/version'
import { type Application, startApplication } from './application.ts'

const SHUTDOWN_MS = 8_000

await main()

async function main() {
  try {
    const config = readConfig(process.env)
    const log = pino({ level: config.logLevel })
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
}
