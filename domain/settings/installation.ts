import type { Aggregate } from '../event.ts'

export type InstallationEvent = {
  type: 'InstallationNamed'
  data: { installationId: string; logFormat: number }
}

/** Raise it with a change after which an older version would misread the log, or harm it. */
export const LOG_FORMAT = 3

/** Raise it with a change after which older logs would read differently, or contradict their seals. */
export const OLDEST_LOG_FORMAT = 3

/** Whose log it is; null before the first start. An import gives the copy an id of its own. */
export type LogOwner = { installationId: string | null; logFormat: number }

export const logOwner: Aggregate<LogOwner, InstallationEvent, []> = {
  stream: () => 'installation',
  initial: { installationId: null, logFormat: LOG_FORMAT },
  evolve: (_, { data: { installationId, logFormat } }) => ({ installationId, logFormat }),
}

export function nameInstallation(state: LogOwner, installationId: string): InstallationEvent[] {
  if (state.installationId === installationId && state.logFormat === LOG_FORMAT) return []
  return [{ type: 'InstallationNamed', data: { installationId, logFormat: LOG_FORMAT } }]
}
