import { parseArgs } from 'node:util'
import type { Config } from '../platform/config/config.ts'
import { scavengeAll } from '../platform/event-store/eventstoredb/eventstoredb-scavenge.ts'
import { openInstallation } from '../platform/installation.ts'
import { openLeagueFile } from '../platform/league-file/league-file-reader.ts'
import { SEALED_NOTE } from '../platform/league-file/left-out.ts'
import { reasonOf, StartRefusal } from '../platform/start-refusal.ts'
import { systemClock } from '../platform/time/clock.ts'
import { findings, importFindings } from './findings.ts'
import { importInto } from './import-league.ts'
import type { League } from './league.ts'
import { openLeague } from './open-league.ts'
import { type Progress, showProgress } from './progress.ts'
import { resetAdmin } from './reset-admin.ts'
import { acceptLog } from './restore-accept.ts'
import { checkRestore } from './restore-check.ts'
import { KEY_NAMES, ROTATIONS, rotateKey } from './rotate-keys.ts'

type Command = {
  usage: string
  run: (words: Words, environment: Environment) => Promise<number>
}

export type Environment = {
  config: Config
  print: (line: string) => void
  isTerminal: boolean
  confirm: ((question: string) => Promise<boolean>) | null
  onError: (error: unknown) => void
}

type Words = { values: Record<string, unknown>; positionals: string[] }

const EXIT_CODE_USAGE = 64

const COMMANDS: Readonly<Record<string, Command>> = {
  rebuild: { usage: 'rebuild', run: runRebuild },
  verify: { usage: 'verify [--head <16 to 64 digits of a published head>]...', run: runVerify },
  'restore-check': { usage: 'restore-check [--accept]', run: runRestoreCheck },
  export: { usage: 'export [<file>.zip] [--without-personal-data]', run: runExport },
  import: { usage: 'import <file>.zip [--unproven]', run: runImport },
  'rotate-keys': { usage: 'rotate-keys sessions|links [--yes]', run: runRotateKeys },
  'reset-admin': { usage: 'reset-admin', run: runResetAdmin },
  scavenge: { usage: 'scavenge', run: runScavenge },
  'erase-person': { usage: 'erase-person --player <id> | --admin <id>', run: runErase },
}

const OPTIONS = {
  head: { type: 'string', multiple: true },
  'without-personal-data': { type: 'boolean' },
  player: { type: 'string' },
  admin: { type: 'string' },
  yes: { type: 'boolean' },
  accept: { type: 'boolean' },
  unproven: { type: 'boolean' },
} as const

export const OPERATION_NAMES: readonly string[] = Object.keys(COMMANDS)

/** Answers the exit code: 0 when all is well. Throws StartRefusal. */
export async function operate(
  [name = '', ...args]: readonly string[],
  environment: Environment,
): Promise<number> {
  const command = COMMANDS[name]
  const all = Object.values(COMMANDS).map(({ usage }) => usage)
  if (name === 'help') {
    environment.print(usageText(all))
    return 0
  }
  if (!command) throw usageRefusal(all)
  return command.run(wordsIn(args, command), environment)
}

function wordsIn(args: readonly string[], { usage }: Command): Words {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    return { values, positionals }
  } catch (error) {
    throw usageRefusal([usage], reasonOf(error))
  }
}

async function runScavenge(_: Words, { config: { eventStoreUrl }, print }: Environment) {
  if (eventStoreUrl === null) {
    print('The log is in the database, which keeps nothing of an erased person: there is nothing to do.')
    return 0
  }
  print('Every node removes what was erased from its files. That may take a long time.')
  const nodes = await scavengeAll(eventStoreUrl)
  for (const { node, failure } of nodes) print(`${node}: ${failure ?? 'done'}`)
  if (nodes.every(({ failure }) => failure === null)) return 0
  print('Not every node is done. Fix the others, and scavenge again.')
  return 1
}

async function runRebuild(_: Words, environment: Environment) {
  await withLeague(environment, (league, { onProgress }) => league.rebuild(onProgress))
  environment.print('Rebuilt all read tables.')
  return 0
}

async function runVerify({ values }: Words, environment: Environment) {
  const heads = ((values.head as string[] | undefined) ?? []).map((head) => head.toLowerCase())
  if (!heads.every((head) => /^[0-9a-f]{16,64}$/.test(head)))
    throw usageRefusal([COMMANDS.verify?.usage ?? ''])
  const found = await withLeague(environment, (league, { onProgress }) => league.verify(heads, onProgress))
  for (const line of findings(found)) environment.print(line)
  return found.isRight ? 0 : 1
}

async function runRestoreCheck({ values }: Words, { config, print, onError }: Environment) {
  const installation = await openInstallation(config, onError)
  try {
    const check = await checkRestore(installation)
    for (const line of check.missing) print(`! ${line}`)
    for (const line of check.notes) print(`  ${line}`)
    if (values.accept === true) {
      await acceptLog(installation, check)
      for (const line of ACCEPTED) print(line)
      return 0
    }
    print(check.missing.length === 0 ? 'Nothing is missing.' : WAYS_OUT)
    return check.missing.length === 0 ? 0 : 1
  } finally {
    await installation.close()
  }
}

const WAYS_OUT =
  'Restore backups of the event log and the database that belong together, or accept the event log as it is: npm run restore-check -- --accept'

const ACCEPTED = [
  'This installation goes on with the event log as it is. Start the server: it builds the read tables.',
  '  Nobody gets mail about what is in the event log now. npm run verify still reports what is missing.',
]

async function runExport({ values, positionals }: Words, environment: Environment) {
  const path = positionals[0] ?? `league-${systemClock.now().slice(0, 10)}.zip`
  const personalData = values['without-personal-data'] !== true
  await withLeague(environment, (league, { onProgress }) => league.export(path, personalData, onProgress))
  environment.print(
    personalData
      ? `The league is in ${path}, with names, addresses and picks that are not public yet. Keep it safe.`
      : `The league is in ${path}, without names, addresses and picks of sports that are not locked yet.`,
  )
  if (personalData && (await notesOf(path)).includes(SEALED_NOTE)) environment.print(`! ${SEALED_NOTE}`)
  return 0
}

async function notesOf(path: string): Promise<readonly string[]> {
  const file = await openLeagueFile(path)
  file.close()
  return file.manifest.notes
}

async function runImport({ values, positionals: [path] }: Words, environment: Environment) {
  if (path === undefined) throw usageRefusal([COMMANDS.import?.usage ?? ''])
  const { config, print, isTerminal, onError } = environment
  const progress = showProgress(print, isTerminal)
  const { onProgress } = progress
  const isUnproven = values.unproven === true
  const { manifest, check, admins, signIn } = await importInto(config, {
    ...{ path, isUnproven, onError, onProgress },
  }).finally(progress.end)
  print(`Imported the league of ${manifest.exportedAt}: ${manifest.events} events.`)
  for (const line of importFindings(check)) print(line)
  for (const { name, email, isMain } of admins)
    print(`  Admin   ${printable(name)} <${printable(email)}>${isMain ? ', the main admin' : ''}`)
  if (signIn)
    print(`  Sign in as ${signIn.email} with the password ${signIn.password}, and choose a new one.`)
  print(
    '  Links in earlier mails still work if this server has the same JWT_SECRET, or the same server-secret file.',
  )
  return 0
}

/** A name may hold what a terminal takes for a command. */
const printable = (text: string) => text.replace(/\p{C}/gu, '?')

async function runResetAdmin(_: Words, { config, print, onError }: Environment) {
  const { email, password, hadFactor } = await resetAdmin(config, onError)
  print(`Sign in as ${email} with the password ${password}, and choose a new one under Account.`)
  if (hadFactor) print('  Two-step sign-in is off. Set it up again under Account.')
  print('  This admin is signed out everywhere, and no longer locked out.')
  return 0
}

async function runRotateKeys({ values, positionals }: Words, environment: Environment) {
  const { config, print, confirm, onError } = environment
  const usages = [COMMANDS['rotate-keys']?.usage ?? '']
  const name = KEY_NAMES.find((known) => known === positionals[0])
  if (name === undefined) throw usageRefusal(usages)
  const { before, after } = ROTATIONS[name]
  for (const line of before) print(line)
  if (values.yes !== true) {
    if (!confirm)
      throw usageRefusal(usages, 'This needs an answer, and nobody can be asked here. Add --yes to go on.')
    if (!(await confirm('Replace this key?'))) {
      print('Nothing has changed.')
      return 1
    }
  }
  await rotateKey(name, config, onError)
  for (const line of after) print(line)
  return 0
}

async function runErase({ values }: Words, environment: Environment) {
  const kind = values.player === undefined ? 'admin' : 'player'
  const id = Number(values[kind])
  if (!Number.isInteger(id) || id < 1) throw usageRefusal([COMMANDS['erase-person']?.usage ?? ''])
  await withLeague(environment, (league) => league.erase({ kind, id }))
  environment.print(
    `Erased ${kind} ${id}: the name and the address are gone. Backups and earlier exports still have them.`,
  )
  return 0
}

async function withLeague<T>(
  { config, print, isTerminal, onError }: Environment,
  work: (league: League, progress: Progress) => Promise<T>,
): Promise<T> {
  const league = await openLeague(config, onError)
  const progress = showProgress(print, isTerminal)
  if (league.servedBy !== null) print(`  The server at ${league.servedBy} does this while it runs.`)
  try {
    return await work(league, progress)
  } finally {
    progress.end()
    await league.close()
  }
}

function usageRefusal(usages: readonly string[], reason?: string): StartRefusal {
  return new StartRefusal([...(reason ? [reason] : []), usageText(usages)].join('\n'), {
    exitCode: EXIT_CODE_USAGE,
  })
}

const usageText = (usages: readonly string[]) =>
  ['Usage:', ...usages.map((usage) => `  npm run operate -- ${usage}`)].join('\n')
