import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export const ROOMS = [
  'domain',
  'platform',
  'projections',
  'commands',
  'api',
  'scheduler',
  'operations',
  'web',
] as const

export type SourceFile = {
  /** From the root, such as `domain/rounds/round.ts`. */
  path: string
  /** The first folder; `root` for the composition root beside the rooms. */
  room: string
  text: string
  /** From the root as well; those from libraries under their names. */
  imports: readonly { from: string; names: readonly string[]; typeOnly: boolean; isDynamic: boolean }[]
}

/** Every file of the product in TypeScript, without tests and settings. */
export function sourceFiles(): SourceFile[] {
  const inRooms = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
  )
  return [...inRooms, 'main.ts', 'application.ts']
    .filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|\.test\.tsx?$|\.config\.ts$|^web.testing/.test(path))
    .map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      const parts = relative('.', file).split(sep)
      const path = parts.join('/')
      return {
        path,
        room: parts.length > 1 ? `${parts[0]}` : 'root',
        text,
        imports: importsIn(text).map(({ from, ...how }) => ({
          from: from.startsWith('.') ? posix.join(posix.dirname(path), from) : from,
          ...how,
        })),
      }
    })
}

function importsIn(text: string): SourceFile['imports'] {
  const statements = text.matchAll(/^\s*(?:import|export)\s+(type\s)?([^'"()]*?)from\s+'([^']+)'/gm)
  const bare = text.matchAll(/^\s*import\s+'([^']+)'/gm)
  const dynamic = text.matchAll(/\bimport\('([^']+)'\)/g)
  return [
    ...[...statements].map(([, type, names = '', from = '']) => ({
      from,
      names: type ? [] : valuesIn(names),
      typeOnly: type !== undefined,
      isDynamic: false,
    })),
    ...[...bare].map(([, from = '']) => ({ from, names: [], typeOnly: false, isDynamic: false })),
    ...[...dynamic].map(([, from = '']) => ({ from, names: [], typeOnly: false, isDynamic: true })),
  ]
}

/** Of `{ openBoards, type Boards, verify as check }` the first and the last, by the names of their file. */
const valuesIn = (list: string) =>
  list
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => name !== '' && !name.startsWith('type '))
