import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/application.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The commands of a page below one of its headings, block by block. */
export function commandsUnder(heading: string, page = 'docs/operations.md'): string[][] {
  const [, section] = read(page).split(`\n${heading}\n`)
  if (section === undefined) throw new Error(`${page} has no heading '${heading}'`)
  const [own = ''] = section.split(/^#+ /m)
  return [...own.matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, block = '']) => block.split('\n'))
}

/** The commands in the comment at the top of a compose file, block by block. */
export function commandsAtTopOf(composeFile: string): string[][] {
  const [comment = ''] = read(composeFile).split(/^[^#]/m)
  const blocks = comment
    .split('\n#\n')
    .map((block) => [...block.matchAll(/^# {3}([^#\n]*[^#\s])(?: +#.*)?$/gm)].map(([, line = '']) => line))
  return blocks.filter((lines) => lines.length > 0)
}
