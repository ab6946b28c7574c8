import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './application.ts'

export type Ended = { code: number | null; signal: NodeJS.Signals | null }

export type ServerProcess = {
  pid: number
  url: string
  /** What it has written, on both streams. */
  output(): string
  /** Resolves when it listens, or has ended. */
  ready: Promise<Ended | 'listening'>
  ended: Promise<Ended>
  /** In good order. */
  stop(): Promise<Ended>
  /** As a power cut would. */
  kill(): Promise<Ended>
}

/** As `npm start` has it. */
const { start } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
export const AS_STARTED: readonly string[] = start.split(' ').filter((word: string) => word.startsWith('--'))

/** Whom a process runs as: without it, as this one. */
type RunAs = { uid?: number; gid?: number }

/** The built application as an operator runs it. It sees no variables of this process but PATH. */
export function startServerProcess(
  env: Record<string, string>,
  root = ROOT,
  runAs: RunAs = {},
): ServerProcess {
  return serverProcess(process.execPath, [...AS_STARTED, join(root, 'dist/main.js')], env, root, runAs)
}

/** Another program of the built project, which says like the application that it 'is running.' */
export function programProcess(path: string, env: Record<string, string>): ServerProcess {
  return serverProcess(process.execPath, ['--enable-source-maps', path], env, process.cwd())
}

/** Through npm, as the README says; unless it `builds`, without a look at whether it must. */
export function npmStart(env: Record<string, string>, { builds = false } = {}): ServerProcess {
  return serverProcess('npm', builds ? ['start'] : ['start', '--ignore-scripts'], env, ROOT)
}

/** A command of an operator, such as `rebuild`, in the built application. */
export function startOperation(
  words: readonly string[],
  env: Record<string, string>,
  root = ROOT,
): Pick<ServerProcess, 'pid' | 'output' | 'ended' | 'kill'> {
  return serverProcess(process.execPath, [join(root, 'dist/main.js'), ...words], env, root)
}

function serverProcess(
  program: string,
  args: string[],
  env: Record<string, string>,
  root: string,
  runAs: RunAs = {},
): ServerProcess {
  const child = spawn(program, args, {
    ...runAs,
    cwd: root,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal }))
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${env.PORT}`,
    output,
    ready: Promise.race([listening(child, output), ended]),
    ended,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

function collect(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return () => output
}

function listening(child: ChildProcess, output: () => string): Promise<'listening'> {
  return new Promise((resolve) => {
    child.stdout?.on('data', () => {
      if (output().includes('is running.')) resolve('listening')
    })
  })
}
