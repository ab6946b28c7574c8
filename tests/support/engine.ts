import { execFile, spawnSync } from 'node:child_process'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

const works = (...words: string[]) => spawnSync('docker', words).status === 0

/** A test that skips puts it in its title; where CI must not skip, it fails. */
function missing(reason: string): string {
  if (process.env.TEST_CONTAINERS === 'required') throw new Error(reason)
  return reason
}

/** Why no container can run here, null where it can. */
export const engineMissing: string | null = works('info') ? null : missing('no container engine answers here')

/** Why an image cannot be used here, null once it is there. It is pulled where it is not. */
export function imageMissing(image: string): string | null {
  if (engineMissing) return engineMissing
  return works('image', 'inspect', image) || works('pull', '--quiet', image)
    ? null
    : missing(`the image ${image} cannot be had here`)
}

export type Answer = { code: number; output: string }

/** How a command ended, with all that it wrote. */
export function answerOf(
  program: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const child = execFile(program, words, { ...options, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr })
    })
    child.stdin?.end()
  })
}

/** What the engine writes. Throws it where the command fails. */
export async function docker(...words: string[]): Promise<string> {
  const { code, output } = await answerOf('docker', words)
  if (code !== 0) throw new Error(`docker ${words.join(' ')}\n${output}`)
  return output.trim()
}

export type Container = {
  name: string
  url: string
  start(): Promise<string>
  /** In good order. Answers the exit code. */
  stop(): Promise<number>
  kill(): Promise<string>
  /** It goes, volumes with a name stay. */
  remove(): Promise<unknown>
  output(): Promise<string>
  /** Resolves when it serves, and throws what it has written when it ends instead. */
  ready(): Promise<void>
  /** Answers the exit code once it has ended by itself. */
  ended(): Promise<number>
  exec(...words: string[]): Promise<Answer>
}

/** The engine takes a connection before anybody listens in the container, and may never answer it. */
const ANSWER_MS = 2_000

/** Whether this address answers 2xx. */
export const serves = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

let containers = 0

/** A name of its own for what a test makes in the engine. */
export function ownName(): string {
  containers += 1
  return `picks-test-${process.pid}-${containers}`
}

/** A container of this image, which the test removes. `port` is the one that it serves at. */
export async function startContainer({
  image,
  port,
  livePath,
  options = [],
}: {
  image: string
  port: number
  /** Where it answers 2xx once it serves. */
  livePath: string
  options?: readonly string[]
}): Promise<Container> {
  const name = ownName()
  const outside = await freePort()
  const url = `http://127.0.0.1:${outside}`
  await docker(
    'run',
    '--detach',
    '--name',
    name,
    '--publish',
    `127.0.0.1:${outside}:${port}`,
    ...options,
    image,
  )
  const inspect = (format: string) => docker('inspect', '--format', format, name)
  const codeOf = async () => Number(await inspect('{{.State.ExitCode}}'))
  const isRunning = async () => (await inspect('{{.State.Running}}')) === 'true'
  const output = () => docker('logs', name)
  return {
    name,
    url,
    output,
    remove: () => answerOf('docker', ['rm', '--force', '--volumes', name]),
    start: () => docker('start', name),
    stop: async () => {
      await docker('stop', name)
      return codeOf()
    },
    kill: () => docker('kill', name),
    ready: () =>
      eventually(`${image} to serve`, async () => {
        if (!(await isRunning())) throw new Error(`It ended with ${await codeOf()}: ${await output()}`)
        return serves(url + livePath)
      }).then(() => {}),
    ended: async () => {
      await eventually(`the end of ${name}`, async () => !(await isRunning()))
      return codeOf()
    },
    exec: (...words) => answerOf('docker', ['exec', name, ...words]),
  }
}
