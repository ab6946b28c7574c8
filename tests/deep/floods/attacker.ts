import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Attack = {
  /** Path, or many that are asked for one after the other. */
  paths: readonly string[]
  body?: string
  /** `deaf` does not read its answer; `pipe` sends a hundred requests over each connection and closes it at once. */
  manner?: 'deaf' | 'pipe'
  /** Of how many clients, as a proxy tells them apart. */
  clients?: number
  /** Three hundred unless it says otherwise. */
  connections?: number
}

/** Answers by status. */
type Outcome = Record<string, number>

/** It has no types: Node 20 runs it as it is. It ends by itself. */
const PROGRAM = `
  import { Agent, request } from 'node:http'
  import { connect } from 'node:net'
  const { url, connections, lastsMs, paths, body, manner, clients = 1 } = JSON.parse(process.argv[1])
  const { hostname, port } = new URL(url)
  const endMs = Date.now() + lastsMs
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const outcome = {}
  const count = (what) => { outcome[what] = (outcome[what] ?? 0) + 1 }
  let asked = 0
  const next = () => {
    asked += 1
    return { path: paths[asked % paths.length], client: '203.0.' + (asked % clients >> 8) + '.' + (asked % clients & 255) }
  }
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const ask = () => new Promise((resolve) => {
    const { path, client } = next()
    const headers = { 'x-forwarded-for': client, ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }) }
    const sent = request({ agent, hostname, port, path, headers, method: body ? 'POST' : 'GET' }, (answer) => {
      count(answer.statusCode)
      answer.on('error', resolve).on('close', resolve).resume()
    })
    sent.on('error', () => { count('broken'); setTimeout(resolve, 20) })
    sent.end(body)
  })
  const text = (times) => Array.from({ length: times }, () => {
    const { path, client } = next()
    return 'GET ' + path + ' HTTP/1.1\\r\\nHost: a\\r\\nX-Forwarded-For: ' + client + '\\r\\n\\r\\n'
  }).join('')
  const raw = async () => {
    const socket = connect(port, hostname).on('error', () => {})
    socket.pause()
    socket.write(text(manner === 'deaf' ? 1 : 100))
    count('opened')
    await pause(manner === 'deaf' ? endMs - Date.now() : 400)
    socket.destroy()
  }
  const once = manner ? raw : ask
  const stop = setTimeout(() => { console.log(JSON.stringify(outcome)); process.exit() }, lastsMs + 500)
  await Promise.all(Array.from({ length: connections }, async () => { while (Date.now() < endMs) await once() }))
  clearTimeout(stop)
  console.log(JSON.stringify(outcome))
  process.exit()
`

/** Connections to a server of this machine, in a process of their own. */
export async function attack(url: string, lastsMs: number, what: Attack): Promise<Outcome> {
  const options = JSON.stringify({ url, connections: 300, lastsMs, ...what })
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    told += text
  })
  await once(child, 'close')
  return JSON.parse(told)
}
