import { freePort } from './free-port.ts'
import { linesOfOperationsPage, startNginx } from './nginx.ts'

/** By what stands before its lines on the operations page. A project of the tests names one in `BEHIND_PROXY`. */
const WAYS = { kept: 'nginx passes the path on:', removed: 'nginx takes the path away:' }
const way = WAYS[process.env.BEHIND_PROXY as keyof typeof WAYS]

/** Below which everything is in these tests; mostly empty. */
export const BASE_PATH = way === undefined ? '' : '/a/b'

/** Of an address of the application, what is below its own path. */
export const pathIn = (url: string): string => new URL(url).pathname.slice(BASE_PATH.length)

/** Null where the tests ask the application itself. `port`: of the proxy, where it must have this one. */
export async function placeBehindProxy(port?: number) {
  if (way === undefined) return null
  const ownPort = port ?? (await freePort())
  let nginx: Awaited<ReturnType<typeof startNginx>> | null = null
  return {
    config: { port: 0, appUrl: `http://localhost:${ownPort}${BASE_PATH}` },
    open: async (url: string) => {
      const lines = await linesOfOperationsPage(way, url.replace('localhost', '127.0.0.1'))
      const location = lines.replace('/picks/', `${BASE_PATH}/`)
      nginx = await startNginx(ownPort, () => `server { listen 127.0.0.1:${ownPort};\n${location}\n}`)
    },
    close: () => nginx?.close(),
  }
}
