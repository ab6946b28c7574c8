import { onTestFinished } from 'vitest'
import { temporaryFolder } from './folder.ts'

/** The path of an empty folder that goes when the test has ended, behind every `afterEach`. */
export async function folderForTest(): Promise<string> {
  const { path, remove } = await temporaryFolder()
  onTestFinished(remove)
  return path
}
