import { cpSync, rmSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationForTest, WEB_DIR } from '../support/application.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const PLAYERS = Array.from({ length: 20 }, (_, index) => `Player ${index + 1}`)

type Received = { status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer }

/** What comes over the wire, which `fetch` does not show. Of a stream that goes on, its first piece. */
const receive = (url: string, headers: Record<string, string> = {}) =>
  new Promise<Received>((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const pieces: Buffer[] = []
      for await (const piece of response) {
        pieces.push(piece)
        if (response.headers['content-type']?.startsWith('text/event-stream')) break
      }
      resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(pieces) })
    }).on('error', reject)
  })

const filesOf = ({ bytes }: Received) => [
  ...new Set([...bytes.toString().matchAll(/(?:src|href)="(\/[^"]+\.\w+)"/g)].map(([, path]) => path)),
]

describe('what the running server sends', () => {
  let league: RunningLeague
  let url: string
  let board: string
  beforeAll(async () => {
    league = await aLeague().withPlayers(PLAYERS).withSeason().withRound().start()
    url = league.application.url
    board = `${url}/api/public/leaderboard/season/${league.seasonId}`
  })
  afterAll(() => league?.close())

  /** The scripts and styles that a page asks for at once, in bytes as they are sent. */
  const firstLoad = async (path: string, encoding: string) => {
    const files = filesOf(await receive(`${url}${path}`))
    const weigh = async (ending: string) => {
      const wanted = files.filter((file) => file?.startsWith('/assets/') && file.endsWith(ending))
      const sent = await Promise.all(
        wanted.map((file) => receive(`${url}${file}`, { 'accept-encoding': encoding })),
      )
      for (const { headers } of sent) expect(headers['content-encoding']).toBe(encoding)
      return sent.reduce((sum, { bytes }) => sum + bytes.length, 0)
    }
    return { script: await weigh('.js'), styles: await weigh('.css') }
  }

  test.each([
    ['/', 135_000],
    ['/pick/some-token', 127_000],
  ])('the first load of %s keeps its budget', async (path, bytesMax) => {
    for (const encoding of ['gzip', 'br']) {
      const { script, styles } = await firstLoad(path, encoding)
      expect(script).toBeGreaterThan(50_000)
      expect(script).toBeLessThan(bytesMax)
      expect(styles).toBeGreaterThan(5_000)
      expect(styles).toBeLessThan(20_000)
    }
  })

  test('a file is the same in every encoding, and the smallest that the browser takes', async () => {
    const [script] = filesOf(await receive(url)).filter((file) => file?.startsWith('/assets/core-'))
    const as = (encoding: string) => receive(`${url}${script}`, { 'accept-encoding': encoding })
    const plain = await as('identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toBe('accept-encoding')
    expect(gunzipSync((await as('gzip, deflate')).bytes).equals(plain.bytes)).toBe(true)
    expect(brotliDecompressSync((await as('gzip, deflate, br')).bytes).equals(plain.bytes)).toBe(true)
    expect((await as('gzip;q=0, br;q=0')).headers['content-encoding']).toBeUndefined()
  })

  test('an answer above a kilobyte is compressed for whoever takes it', async () => {
    const plain = await receive(board)
    const sent = await receive(board, { 'accept-encoding': 'gzip' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(sent.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(sent.bytes.length * 4).toBeLessThan(plain.bytes.length)
    expect(gunzipSync(sent.bytes).equals(plain.bytes)).toBe(true)
    const small = await receive(`${url}/api/public/settings`, { 'accept-encoding': 'gzip' })
    expect(small.headers['content-encoding']).toBeUndefined()
    const page = await receive(url, { 'accept-encoding': 'gzip' })
    expect(gunzipSync(page.bytes).toString()).toContain('<!doctype html>')
  })

  test('a compressed board is known by its tag', async () => {
    const { headers } = await receive(board, { 'accept-encoding': 'gzip' })
    expect(headers.etag).toMatch(/^W\//)
    const again = await receive(board, { 'accept-encoding': 'gzip', 'if-none-match': `${headers.etag}` })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  test('the live stream is not held back', async () => {
    const { headers, bytes } = await receive(`${url}/api/public/live`, { 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(bytes.toString()).toMatch(/^retry: /)
  })
})

describe('a build in the folder of a running server', () => {
  test('takes nothing away from its pages', async () => {
    const webDir = join(await folderForTest(), 'web')
    cpSync(WEB_DIR, webDir, { recursive: true })
    const application = await applicationForTest({ webDir })
    rmSync(webDir, { recursive: true })
    for (const path of ['/', '/pick/some-token', '/admin/login']) {
      const page = await receive(`${application.url}${path}`)
      const files = filesOf(page)
      expect(files.length).toBeGreaterThan(3)
      for (const file of files) {
        expect((await receive(`${application.url}${file}`)).status, `${file}`).toBe(200)
      }
    }
    await application.close()
  })
})
