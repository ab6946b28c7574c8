import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type TickingProcess = {
  /** Sets its clock and runs its jobs once. Rejects with what a job failed of. */
  tick(now: string): Promise<void>
  stop(): Promise<void>
}

/** Vite runs the sources as they are: the child needs no build. */
const PROGRAM = `
  import { runnerImport } from 'vite'
  const { module } = await runnerImport('./tests/support/ticking-jobs.ts', { configFile: false })
  await module.serveTicks(process.argv[1])
`

/** A process of its own that runs the jobs of the scheduler whenever it is told what time it is. */
export async function startTickingProcess(databaseUrl: string): Promise<TickingProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, databaseUrl], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await answerOf(child)
  return {
    tick: async (now) => {
      child.send(now)
      const answer = await answerOf(child)
      if (answer !== 'done') throw new Error(`The jobs failed at ${now}: ${answer}`)
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const stop = new AbortController()
  const { signal } = stop
  const exited = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The process exited with ${code}`)
  })
  exited.catch(() => {})
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal }), exited])
    return answer
  } finally {
    stop.abort()
  }
}
