import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SmallDisk = {
  path: string
  /** Somebody else's file takes all room but so many bytes. */
  fill(leavingBytes: number): Promise<void>
  /** The file goes. */
  makeRoom(): Promise<void>
  remove(): Promise<void>
}

const MB = 1024 * 1024

/** Why there can be no disk of its own here, null when there can. A test that skips puts it in its title. */
export const smallDiskMissing: string | null = canMount()
  ? null
  : 'a file system of its own cannot be mounted here (it takes root on Linux)'

if (smallDiskMissing) console.warn(`SKIPPED: the tests on a full disk, because ${smallDiskMissing}`)

/** A file system in memory, with an end that is soon reached. */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const path = mountedFolder(megabytes)
  if (path === null) throw new Error(smallDiskMissing ?? 'The disk cannot be mounted')
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: async (leavingBytes) => {
      const file = await open(ballast, 'a')
      try {
        for (let left = await freeBytes(path); left > leavingBytes; left = await freeBytes(path)) {
          await file.write(Buffer.alloc(Math.min(MB, left - leavingBytes)))
        }
      } finally {
        await file.close()
      }
    },
    makeRoom: () => rm(ballast, { force: true }),
    remove: async () => unmount(path),
  }
}

async function freeBytes(path: string) {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

function canMount(): boolean {
  const path = mountedFolder(1)
  if (path !== null) unmount(path)
  return path !== null
}

function mountedFolder(megabytes: number): string | null {
  const path = mkdtempSync(join(tmpdir(), 'picks-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
  if (status === 0) return path
  rmdirSync(path)
  return null
}

function unmount(path: string) {
  spawnSync('umount', [path])
  rmdirSync(path)
}
