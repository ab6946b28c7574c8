import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../support/folder.ts'

/** `failed` requests were refused or not answered. */
export type Load = { perSecond: number; p50Ms: number; p99Ms: number; failed: number }

type LoadOptions = {
  url: string
  clients: number
  seconds: number
  headers?: Record<string, string>
  /** Every path is posted to once with the first body, then with the next one; without any, the url itself is asked for. */
  posts?: Posts
  /** Instead of throwing for them. */
  countsRefusals?: boolean
}

type Posts = { paths: readonly string[]; bodies: readonly unknown[] }

/**
 * Asks as fast as the answers come, from a process of its own that is faster than any server here: wrk, a package of Debian.
 * Throws when an answer is a refusal or missing: then there is nothing to measure.
 */
export async function load({
  url,
  clients,
  seconds,
  headers = {},
  posts,
  countsRefusals = false,
}: LoadOptions): Promise<Load> {
  const folder = await temporaryFolder()
  const script = join(folder.path, 'load.lua')
  await writeFile(script, scriptOf(headers, posts))
  const args = ['-t', '1', '-c', `${clients}`, '-d', `${seconds}s`, '--timeout', '10s', '-s', script, url]
  const { stdout } = await promisify(execFile)('wrk', args).catch((cause) => {
    if (cause.code !== 'ENOENT') throw cause
    throw new Error('The benchmark needs wrk: install the package of that name')
  })
  await folder.remove()
  const told = JSON.parse(stdout.slice(stdout.lastIndexOf('{')))
  if (told.failed > 0 && !countsRefusals)
    throw new Error(`${url} refused or did not answer ${told.failed} requests`)
  return { perSecond: told.count / told.seconds, p50Ms: told.p50Ms, p99Ms: told.p99Ms, failed: told.failed }
}

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

const scriptOf = (headers: Record<string, string>, posts?: Posts) => `
${Object.entries(headers)
  .map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}\n`)
  .join('')}
${posts ? requestOf(posts) : ''}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"count":%d,"seconds":%f,"p50Ms":%f,"p99Ms":%f,"failed":%d}',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    e.connect + e.read + e.write + e.status + e.timeout))
end`

const requestOf = ({ paths, bodies }: Posts) => `
local paths = {${paths.map(quoted)}}
local bodies = {${bodies.map((body) => quoted(JSON.stringify(body)))}}
local sent = 0
function request()
  local path = paths[sent % #paths + 1]
  local body = bodies[math.floor(sent / #paths) % #bodies + 1]
  sent = sent + 1
  return wrk.format('POST', path, nil, body)
end`
