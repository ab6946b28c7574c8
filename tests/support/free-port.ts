import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems hand out by themselves: so nobody else is given it before a server listens, or listens again. */
const FIRST = 20_000
const COUNT = 12_000

/** A port of this machine that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port), 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  } finally {
    server.close()
  }
}
