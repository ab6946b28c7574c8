import { freePort } from './free-port.ts'
import { linesOfOperationsPage, startNginx } from './nginx.ts'

/** What the proxy does with the path: `kept` or `removed`. A project of the tests names one. */
const way = process.env.BEHIND_PROXY

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
      const address = `${url.replace('localhost', '127.0.0.1')}${way === 'removed' ? '/' : ''}`
      const lines = await linesOfOperationsPage('nginx passes the path on:', address)
      const locations = lines.replaceAll('/picks', BASE_PATH)
      nginx = await startNginx(ownPort, () => `server { listen 127.0.0.1:${ownPort};\n${locations}\n}`)
    },
    close: () => nginx?.close(),
  }
}
