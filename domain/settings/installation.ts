import type { Aggregate } from '../event.ts'

/** Events are stored for ever: never change a type, only add new ones. */
export type InstallationEvent = { type: 'InstallationNamed'; data: { installationId: string } }

/** Whose log it is; null before the first start. An import gives the copy an id of its own. */
export type LogOwner = { installationId: string | null }

export const logOwner: Aggregate<LogOwner, InstallationEvent, []> = {
  stream: () => 'installation',
  initial: { installationId: null },
  evolve: (_, event) => ({ installationId: event.data.installationId }),
}

export const nameInstallation = (state: LogOwner, installationId: string): InstallationEvent[] =>
  state.installationId === installationId ? [] : [{ type: 'InstallationNamed', data: { installationId } }]
