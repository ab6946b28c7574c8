import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import { temporaryFolder } from './folder.ts'
import { runs } from './postgres-server.ts'

/** Why there can be no nginx here, null when there can. A test that skips puts it in its title. */
export const nginxMissing: string | null = runs('nginx', '-v') ? null : 'nginx is not on the PATH'

if (nginxMissing) console.warn(`SKIPPED: the tests behind nginx, because ${nginxMissing}`)

/** As Debian has it, on this port of this machine. `linesIn` makes the lines of its `http` with a folder for its files. */
export async function startNginx(port: number, linesIn: (folder: string) => string) {
  const folder = await temporaryFolder()
  const config = join(folder.path, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; user root; pid ${folder.path}/pid; events {}\nhttp { access_log off;\n${linesIn(folder.path)}\n}`,
  )
  const nginx = spawn('nginx', ['-c', config, '-e', 'stderr'], { stdio: 'ignore' })
  await eventually('nginx', () => fetch(`http://127.0.0.1:${port}`).catch(() => null))
  return {
    close: async () => {
      nginx.kill('SIGTERM')
      if (nginx.exitCode === null && nginx.signalCode === null) await once(nginx, 'exit')
      await folder.remove()
    },
  }
}

/** What the operations page shows after this line, with the address of an application in place of its own. */
export async function linesOfOperationsPage(after: string, url: string): Promise<string> {
  const [, text = ''] = (await readFile('docs/operations.md', 'utf8')).split(after)
  const [, lines = ''] = /```nginx\n([\s\S]*?)```/.exec(text) ?? []
  return lines.replaceAll('http://127.0.0.1:3003', url)
}
