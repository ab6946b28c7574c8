import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { type Answer, type Http, http } from '../../support/http.ts'
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import type { Version } from './versions.ts'

const BETWEEN_CHECKS_MS = 50

/** A process of one version, and what it has said of itself. */
export type Instance = {
  version: Version
  process: ServerProcess
  /** The statuses of /health/ready in order, each once; 0 while nobody listens. */
  ready: number[]
  isReady(): boolean
}

/** Sends each request to the next process that says that it is ready, as a proxy with health checks does. */
export type LoadBalancer = {
  visitor: Http
  /** Those that are ready. */
  instances(): Instance[]
  start(version: Version): Promise<Instance>
  /** In good order, as an upgrade does. */
  stop(instance: Instance): Promise<void>
  /** What no client and no proxy should meet. */
  wrong: string[]
}

export function startLoadBalancer(env: Record<string, string>): LoadBalancer {
  const started: Instance[] = []
  const wrong: string[] = []
  let turn = 0
  const instances = () => started.filter((one) => one.isReady())

  function next(): Instance {
    const ready = instances()
    turn += 1
    const instance = ready[turn % ready.length]
    if (!instance) throw new Error('No process is ready')
    return instance
  }

  async function balanced(what: string, ask: (url: string) => Promise<Answer>): Promise<Answer> {
    const { version, process } = next()
    const answer = await ask(process.url).catch((error: Error) => error)
    if (answer instanceof Error || answer.status >= 500) {
      wrong.push(`${version.name} ${what}: ${answer instanceof Error ? answer.cause : answer.text}`)
    }
    if (answer instanceof Error) throw answer
    return answer
  }

  const client = (token?: string): Http => ({
    get: (path, ...rest) => balanced(path, (url) => http(url, token).get(path, ...rest)),
    post: (path, ...rest) => balanced(path, (url) => http(url, token).post(path, ...rest)),
    put: (path, body) => balanced(path, (url) => http(url, token).put(path, body)),
    delete: (path, body) => balanced(path, (url) => http(url, token).delete(path, body)),
    as: client,
  })

  /** Asks for its health until it has ended. */
  async function watch({ version, process, ready }: Instance) {
    const note = (status: number) => {
      if (status !== ready.at(-1)) ready.push(status)
    }
    let hasEnded = false
    void process.ended.then(() => {
      hasEnded = true
    })
    while (!hasEnded) {
      const [live, now] = await Promise.all(
        ['/health/live', '/health/ready'].map((path) =>
          http(process.url)
            .get(path)
            .catch(() => null),
        ),
      )
      if (live && live.status !== 200) wrong.push(`${version.name} is not live: ${live.text}`)
      if (now?.status === 503 && !ready.includes(200)) await expectNoAnswerBeforeReady(version, process)
      note(now?.status ?? 0)
      await sleep(BETWEEN_CHECKS_MS)
    }
    note(0)
  }

  async function expectNoAnswerBeforeReady({ name }: Version, { url }: ServerProcess) {
    const answer = await http(url)
      .get('/public/seasons')
      .catch(() => null)
    if (!answer || answer.status === 503) return
    const { status } = await http(url).get('/health/ready')
    if (status !== 200) wrong.push(`${name} answers before it is ready: ${answer.status}`)
  }

  return {
    ...{ visitor: client(), instances, wrong },
    start: async (version) => {
      const process = startServerProcess({ ...env, PORT: `${await freePort()}` }, version.root)
      onTestFinished(async () => void (await process.kill()))
      const ready: number[] = []
      const instance = { version, process, ready, isReady: () => ready.at(-1) === 200 }
      started.push(instance)
      void watch(instance)
      return instance
    },
    stop: async (instance) => {
      expect(await instance.process.stop(), instance.process.output()).toEqual({ code: 0, signal: null })
    },
  }
}

/** However long it builds its tables on a busy machine. */
export async function untilReady({ version, process, isReady }: Instance): Promise<void> {
  let hasEnded = false
  void process.ended.then(() => {
    hasEnded = true
  })
  while (!isReady()) {
    if (hasEnded) throw new Error(`The ${version.name} version has ended: ${process.output()}`)
    await sleep(BETWEEN_CHECKS_MS)
  }
}
