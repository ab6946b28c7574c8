import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { eventually } from './eventually.ts'

/** A folder that all processes of a run share: whoever needs it first makes it, and moves it into place whole. */
export async function madeOnce(path: string, make: (unfinished: string) => unknown): Promise<void> {
  if (existsSync(path)) return
  const unfinished = `${path}-unfinished`
  const isFirst = await mkdir(unfinished).then(
    () => true,
    () => false,
  )
  if (!isFirst) return void (await eventually(path, async () => existsSync(path)))
  await make(unfinished)
  await rename(unfinished, path)
}
