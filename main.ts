import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { type Application, startApplication } from './application.ts'
import { type Config, readConfig, whyLinksAreLost } from './platform/config/config.ts'
import { refusalByDatabase } from './platform/database/database-server.ts'
import { reasonOf, StartRefusal } from './platform/start-refusal.ts'
import { whyZonesAreOld } from './platform/time/time-zone.ts'
import { VERSION } from './platform/version.ts'

const SHUTDOWN_MS = 8_000
/** Until a load balancer notices that this process is not ready. */
const ANNOUNCED_MS = { server: 1_500, embedded: 0 }
const PARENT_CHECK_MS = 1_000

await main()

async function main() {
  process.umask(0o077)
  try {
    const config = readConfig(process.env)
    const words = process.argv.slice(2)
    if (words[0] !== undefined) process.exit(await runCommand(words, config))
    const log = pino({ level: config.logLevel }, process.stdout.isTTY ? await forPeople() : undefined)
    // The first process of a container hears a signal only if it listens.
    const endAtOnce = () => process.exit(0)
    process.on('SIGTERM', endAtOnce).on('SIGINT', endAtOnce)
    const application = await startApplication(config, {
      log,
      print: (text) => console.log(text),
      isTerminal: process.stdout.isTTY === true,
      webDir: join(import.meta.dirname, 'web'),
    })
    process.off('SIGTERM', endAtOnce).off('SIGINT', endAtOnce)
    stopOnSignal(application, config.databaseUrl === null ? 'embedded' : 'server')
    console.log(welcome(config, application))
  } catch (error) {
    const refusal = error instanceof StartRefusal ? error : refusalByDatabase(error)
    if (refusal === null) throw error
    console.error(refusal.message)
    process.exit(refusal.exitCode)
  }
}

async function runCommand(words: string[], config: Config): Promise<number> {
  if (words[0] === '--check-config') {
    const { checkConfig } = await import('./operations/check-config.ts')
    return checkConfig(config, console.log)
  }
  const { operate } = await import('./operations/operate.ts')
  return operate(words[0] === 'operate' ? words.slice(1) : words, atTerminal(config))
}

function atTerminal(config: Config) {
  return {
    config,
    print: (line: string) => console.log(line),
    isTerminal: process.stderr.isTTY === true,
    confirm: process.stdin.isTTY ? confirmed : null,
    onError: (error: unknown) => console.error(reasonOf(error)),
  }
}

async function confirmed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} Type yes to go on: `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

async function forPeople() {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ sync: true, ignore: 'pid,hostname' })
}

function welcome(config: Config, { firstSignIn }: Application): string {
  const { appUrl, smtp, role } = config
  const lines = [
    `Go Make Your Picks ${VERSION} is running.`,
    ...(role === 'worker' ? [] : [`  Standings      ${appUrl}`, `  Admin          ${appUrl}/admin/login`]),
  ]
  if (firstSignIn) {
    const password = firstSignIn.password
      ? `the password ${firstSignIn.password}`
      : 'the password in ADMIN_PASSWORD'
    lines.push(`  First sign-in  ${firstSignIn.email} with ${password}`)
  }
  if (!smtp) lines.push('  Mail           kept under Mail, because SMTP_HOST is not set')
  const lost = whyLinksAreLost(config)
  if (lost) lines.push(`  Mail           ${lost}`)
  const old = whyZonesAreOld()
  if (old) lines.push(`  Time zones     ${old}`)
  if (role === 'worker') lines.push('  Serves         only its health, because ROLE is worker')
  if (role === 'api') lines.push('  Scheduler      off in this process, because ROLE is api')
  return lines.join('\n')
}

function stopOnSignal(application: Application, mode: keyof typeof ANNOUNCED_MS) {
  let stopping = false
  const stopOnce = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    application.announceStop()
    await sleep(ANNOUNCED_MS[mode])
    await application.drain()
    await application.close()
    process.exit(0)
  }
  const onSignal = () => {
    if (stopping) process.exit(1)
    void stopOnce()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  if (process.env.npm_lifecycle_event) stopWithParent(stopOnce)
}

/** `npm start` puts a shell in between, and only that hears a signal. */
function stopWithParent(stop: () => Promise<void>) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    void stop()
  }, PARENT_CHECK_MS)
  watch.unref()
}
