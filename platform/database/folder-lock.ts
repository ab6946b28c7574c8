import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { reasonOf, StartRefusal } from '../start-refusal.ts'
import { systemClock } from '../time/clock.ts'
import { cannotBeUsed, makePrivate } from './private-folder.ts'

/** Windows lets nobody read a locked range, and others should read the text. */
const LOCKED_BYTE = 4096

export class FolderInUse extends StartRefusal {}

/** Locks the folder for this process. The lock is the kernel's, so `kill -9` releases it. Throws StartRefusal. */
export function lockFolder(folder: string) {
  const path = join(folder, 'lock')
  const file = openLockFile(folder, path)
  if (!lockFile(folder, file)) {
    const holder = readFileSync(path, 'utf8').trim() || 'another process'
    closeSync(file)
    throw new FolderInUse(
      `The data folder ${folder} is in use by ${holder}: stop that first, or set DATA_DIR`,
    )
  }
  nameHolder(folder, file)
  return { release: () => closeSync(file) }
}

function openLockFile(folder: string, path: string) {
  try {
    makePrivate(folder)
    return openSync(path, 'a+')
  } catch (cause) {
    throw cannotBeUsed(`The data folder ${folder} cannot be written`, cause)
  }
}

function lockFile(folder: string, file: number) {
  try {
    return tryLock(file, LOCKED_BYTE, 1)
  } catch (cause) {
    closeSync(file)
    throw new StartRefusal(`The data folder ${folder} cannot be locked: ${reasonOf(cause)}`, { cause })
  }
}

function nameHolder(folder: string, file: number) {
  try {
    ftruncateSync(file)
    writeSync(file, `process ${process.pid} on ${hostname()} since ${systemClock.now()}\n`)
  } catch (cause) {
    closeSync(file)
    throw cannotBeUsed(`The data folder ${folder} cannot be written`, cause)
  }
}
