import { join } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Refusal } from '../domain/refusal.ts'
import type { Config } from '../platform/config/config.ts'
import { openInstallation } from '../platform/installation.ts'
import { openLeagueFile } from '../platform/league-file/league-file-reader.ts'
import { SEALED_NOTE } from '../platform/league-file/left-out.ts'
import { reasonOf, StartRefusal } from '../platform/start-refusal.ts'
import { systemClock } from '../platform/time/clock.ts'
import { findings, importFindings } from './findings.ts'
import { type FromFile, importInto, restoreInto, type Watching } from './import-league.ts'
import type { League } from './league.ts'
import { openLeague } from './open-league.ts'
import { type Progress, showProgress } from './progress.ts'
import { resetAdmin } from './reset-admin.ts'
import { acceptLog } from './restore-accept.ts'
import { checkRestore } from './restore-check.ts'
import { KEY_NAMES, ROTATIONS, rotateKey } from './rotate-keys.ts'

type Command = {
  usage: string
  does: string
  options?: NonNullable<ParseArgsConfig['options']>
  /** How many words it takes, none unless it says so. */
  words?: number
  run: (words: Words, environment: Environment) => Promise<number>
}

type Environment = {
  config: Config
  print: (line: string) => void
  isTerminal: boolean
  confirm: ((question: string) => Promise<boolean>) | null
  onError: (error: unknown) => void
}

type Words = { values: Record<string, unknown>; positionals: string[] }

const EXIT_CODE_USAGE = 64

const FLAG = { type: 'boolean' } as const
const TEXT = { type: 'string' } as const

const COMMANDS: Readonly<Record<string, Command>> = {
  rebuild: { usage: 'rebuild', does: 'rebuilds the read tables from the event log', run: runRebuild },
  verify: {
    usage: 'verify [--head <16 to 64 digits of a published head>]...',
    does: 'compares the read tables with the event log, and the event log with its hash chain',
    options: { head: { ...TEXT, multiple: true } },
    run: runVerify,
  },
  'restore-check': {
    usage: 'restore-check [--accept]',
    does: 'says what a restored backup lacks; --accept goes on with the event log as it is',
    options: { accept: FLAG },
    run: runRestoreCheck,
  },
  export: {
    usage: 'export [<file>.zip] [--without-personal-data]',
    does: 'writes the league into a file',
    options: { 'without-personal-data': FLAG },
    words: 1,
    run: runExport,
  },
  import: {
    usage: 'import <file>.zip [--unproven]',
    does: 'makes the league of a file in an empty installation',
    options: { unproven: FLAG },
    words: 1,
    run: runImport,
  },
  backup: { usage: 'backup', does: 'writes a backup into BACKUP_DIR, and reads it back', run: runBackup },
  restore: {
    usage: 'restore <file>.backup [--new-secret]',
    does: 'makes the league of a backup in an empty installation, with its accounts',
    options: { 'new-secret': FLAG },
    words: 1,
    run: runRestore,
  },
  'rotate-keys': {
    usage: 'rotate-keys sessions|links [--yes]',
    does: 'ends every session, or makes the links in earlier mails useless',
    options: { yes: FLAG },
    words: 1,
    run: runRotateKeys,
  },
  'reset-admin': { usage: 'reset-admin', does: 'gives the main admin a new password', run: runResetAdmin },
  'erase-person': {
    usage: 'erase-person --player <id> | --admin <id>',
    does: 'removes the name and the address of a person for ever',
    options: { player: TEXT, admin: TEXT },
    run: runErase,
  },
}

const HELP: readonly string[] = ['--help', '-h']

export const OPERATION_NAMES: readonly string[] = Object.keys(COMMANDS)

/** Returns the exit code: 0 when all is well. Throws StartRefusal. */
export async function operate(
  [name = '', ...args]: readonly string[],
  environment: Environment,
): Promise<number> {
  const command = COMMANDS[name]
  const all = Object.values(COMMANDS)
  if (name === 'help' || [name, ...args].some((word) => HELP.includes(word))) {
    environment.print(usageText(command ? [command] : all))
    return 0
  }
  if (!command) throw usageRefusal(name && `There is no command ${name}`, all)
  return command.run(wordsIn(args, command), environment).catch((error: unknown) => {
    throw error instanceof Refusal ? new StartRefusal(error.message, { cause: error }) : error
  })
}

function wordsIn(args: readonly string[], command: Command): Words {
  try {
    const { words = 0, options = {} } = command
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const tooMuch = positionals[words]
    if (tooMuch === undefined) return { values, positionals }
    throw new Error(`Unexpected argument '${tooMuch}'`)
  } catch (error) {
    // The rest is about how to write an argument that begins with a hyphen.
    throw usageRefusal(reasonOf(error).split('. ')[0] ?? '', [command])
  }
}

async function runRebuild(_: Words, environment: Environment) {
  await withLeague(environment, (league, { onProgress }) => league.rebuild(onProgress))
  environment.print('Rebuilt all read tables.')
  return 0
}

async function runVerify({ values }: Words, environment: Environment) {
  const heads = ((values.head as string[] | undefined) ?? []).map((head) => head.toLowerCase())
  const wrong = heads.find((head) => !/^[0-9a-f]{16,64}$/.test(head))
  if (wrong !== undefined) throw usageRefusal(`'${wrong}' is not a head`, [COMMANDS.verify])
  const found = await withLeague(environment, (league, { onProgress }) => league.verify(heads, onProgress))
  for (const line of findings(found)) environment.print(line)
  return found.isRight ? 0 : 1
}

async function runRestoreCheck({ values }: Words, { config, print, onError }: Environment) {
  const installation = await openInstallation(config, onError, { mustExist: true })
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
  if (path === undefined) throw usageRefusal('Name the file', [COMMANDS.import])
  const isUnproven = values.unproven === true
  const { signIn } = await fromFile('Imported', environment, (config, watching) =>
    importInto(config, { path, isUnproven, ...watching }),
  )
  if (signIn)
    environment.print(
      `  Sign in as ${signIn.email} with the password ${signIn.password}, and choose a new one.`,
    )
  environment.print(
    '  Links in earlier mails still work if this server has the same JWT_SECRET, or the same server-secret file.',
  )
  return 0
}

async function runRestore({ values, positionals: [path] }: Words, environment: Environment) {
  if (path === undefined) throw usageRefusal('Name the file', [COMMANDS.restore])
  const isNewSecret = values['new-secret'] === true
  await fromFile('Restored', environment, (config, watching) =>
    restoreInto(config, { path, isNewSecret, ...watching }),
  )
  environment.print('  Start the server. Nobody gets mail about what is in the event log now.')
  return 0
}

async function fromFile<T extends FromFile>(
  done: string,
  { config, print, isTerminal, onError }: Environment,
  fill: (config: Config, watching: Watching) => Promise<T>,
): Promise<T> {
  const { onProgress, end } = showProgress(print, isTerminal)
  const found = await fill(config, { onError, onProgress }).finally(end)
  print(`${done} the league of ${found.manifest.exportedAt}: ${found.manifest.events} events.`)
  for (const line of importFindings(found.check)) print(line)
  for (const { name, email, isMain } of found.admins)
    print(`  Admin   ${printable(name)} <${printable(email)}>${isMain ? ', the main admin' : ''}`)
  return found
}

/** A name may hold what a terminal takes for a command. */
const printable = (text: string) => text.replace(/\p{C}/gu, '?')

async function runBackup(_: Words, environment: Environment) {
  const { dir, passphrase } = environment.config.backup
  if (dir === null) throw new Refusal('backup-folder-missing')
  const file = await withLeague(environment, (league, { onProgress }) => league.backup(onProgress))
  environment.print(`The backup is in ${join(dir, file)}, and was read back.`)
  if (passphrase === null) environment.print(`! ${IN_THE_CLEAR}`)
  return 0
}

const IN_THE_CLEAR =
  'It is not encrypted, and holds passwords, names and the secret of this server: set BACKUP_PASSPHRASE_FILE, or keep it safe.'

async function runResetAdmin(_: Words, { config, print, onError }: Environment) {
  const { email, password, hadFactor } = await resetAdmin(config, onError)
  print(`Sign in as ${email} with the password ${password}, and choose a new one under Account.`)
  if (hadFactor) print('  Two-step sign-in is off. Set it up again under Account.')
  print('  This admin is signed out everywhere, and no longer locked out.')
  return 0
}

async function runRotateKeys({ values, positionals: [word] }: Words, environment: Environment) {
  const { config, print, confirm, onError } = environment
  const refuse = (reason: string) => usageRefusal(reason, [COMMANDS['rotate-keys']])
  const name = KEY_NAMES.find((known) => known === word)
  if (name === undefined) throw refuse('Name the key: sessions or links')
  const isSure = values.yes === true
  if (!isSure && !confirm)
    throw refuse('This needs an answer, and nobody can be asked here. Add --yes to go on.')
  const { before, after } = ROTATIONS[name]
  const isWanted = async () => {
    for (const line of before) print(line)
    return isSure || ((await confirm?.('Replace this key?')) ?? false)
  }
  const isDone = await rotateKey(name, config, { isWanted, onError })
  for (const line of isDone ? after : ['Nothing has changed.']) print(line)
  return isDone ? 0 : 1
}

async function runErase({ values }: Words, environment: Environment) {
  const kind = values.player === undefined ? 'admin' : 'player'
  const id = Number(values[kind])
  if (!Number.isInteger(id) || id < 1)
    throw usageRefusal('Name the person by their number', [COMMANDS['erase-person']])
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

function usageRefusal(reason: string, commands: readonly (Command | undefined)[]): StartRefusal {
  return new StartRefusal([...(reason ? [reason] : []), usageText(commands)].join('\n'), {
    exitCode: EXIT_CODE_USAGE,
  })
}

function usageText(commands: readonly (Command | undefined)[]): string {
  const lines = commands.flatMap((command) =>
    command ? [`  npm run operate -- ${command.usage}`, `      ${command.does}`] : [],
  )
  if (commands.length > 1)
    lines.push('  npm start -- --check-config', '      says whether the server can start')
  return ['Usage:', ...lines].join('\n')
}
