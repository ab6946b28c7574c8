import { StartRefusal } from './start-refusal.ts'

/** For what `npm ci --omit=optional` leaves out. Throws StartRefusal that names the setting. */
export async function optionalPackage<Module>(
  name: string,
  setting: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing) throw cause
    throw new StartRefusal(
      `${setting} needs the package ${name}, which is not installed: run npm ci without --omit=optional`,
      { cause },
    )
  }
}
