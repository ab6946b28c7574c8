import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { Manifest, Part } from '../../platform/league-file/league-file.ts'
import { openLeagueFile } from '../../platform/league-file/league-file-reader.ts'

type Line = Record<string, unknown>

export type Content = { events: Line[]; seals: Line[] }

/** A league file with other lines in it, and a manifest that says so; then with another manifest. */
export async function writeChangedFile(
  { from, to }: { from: string; to: string },
  change: (content: Content) => void,
  changeManifest: (manifest: Manifest) => void = () => {},
  changeText: (text: string) => string = (text) => text,
): Promise<void> {
  const league = await openLeagueFile(from)
  const linesOf = async (part: Part) => {
    const lines: Line[] = []
    for await (const line of league.lines(part)) lines.push(line as Line)
    return lines
  }
  const content = { events: await linesOf('events.ndjson'), seals: await linesOf('seals.ndjson') }
  league.close()
  change(content)
  const texts = { 'events.ndjson': changeText(textOf(content.events)), 'seals.ndjson': textOf(content.seals) }
  const { events, seals } = content
  const manifest: Manifest = {
    ...league.manifest,
    ...{ events: events.length, seals: seals.length },
    sealedHead: (seals.at(-1)?.head as string | undefined) ?? null,
    files: {
      'events.ndjson': checksumOf(texts['events.ndjson']),
      'seals.ndjson': checksumOf(texts['seals.ndjson']),
    },
  }
  changeManifest(manifest)

  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(texts)) zip.addBuffer(Buffer.from(text), name)
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json')
  zip.end()
  await pipeline(zip.outputStream as unknown as Readable, createWriteStream(to))
}

const textOf = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

const checksumOf = (text: string) => ({
  lines: text.split('\n').length - 1,
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
})
