import { v4 as uuidv4 } from 'uuid'
import { BACKUP_PASSES, openBackups } from '../commands/backups/backups.ts'
import { EXPORTED_AT_CONSOLE, league, recordExport } from '../domain/settings/league.ts'
import type { Config } from '../platform/config/config.ts'
import { readOrMakeServerSecret } from '../platform/config/server-secret.ts'
import { asOnlyOperation } from '../platform/database/only-operation.ts'
import { openPrivateSchema } from '../platform/database/private-schema.ts'
import { erasePerson, finishErasures } from '../platform/erasing/erasing.ts'
import { sweepTraces } from '../platform/erasing/erasing-traces.ts'
import { transact } from '../platform/event-store/transact.ts'
import type { Installation } from '../platform/installation.ts'
import { lastSeal, sealIfWhole } from '../platform/integrity/hash-chain.ts'
import { exportLeague } from '../platform/league-file/league-export.ts'
import { writeNewFile } from '../platform/new-file.ts'
import { systemClock } from '../platform/time/clock.ts'
import { dropUnusedTables, readSchema } from '../projections/engine/checkpoint.ts'
import { openProjector } from '../projections/engine/projector.ts'
import { rebuild } from '../projections/engine/rebuild.ts'
import { verificationReport } from '../projections/verification/verify.ts'
import type { League, OnProgress } from './league.ts'

export function localLeague(
  installation: Installation,
  config: Config,
  onError: (error: unknown) => void,
): League {
  const { database, store, rawEventStore } = installation
  const { kysely, locks } = database

  return {
    servedBy: null,
    rebuild: (onProgress) =>
      asOnlyOperation(locks, async () => {
        const onEvents = await counting(onProgress, 1)
        await rebuild(database, store, { onEvents })
      }),
    verify: (heads, onProgress) =>
      asOnlyOperation(locks, async () => {
        await bringUpToDate()
        const now = systemClock.now()
        const onEvents = await counting(onProgress, 2)
        return verificationReport({ database, store, rawEventStore, now, heads, onEvents })
      }),
    export: async (path, personalData, onProgress) => {
      const onEvents = await counting(onProgress, 1)
      const what = { kysely, store, rawEventStore, clock: systemClock, personalData, onEvents }
      await writeNewFile(path, async (sink) => {
        await transact(store, {
          aggregate: league,
          id: [],
          command: { ...asOperator(), reason: EXPORTED_AT_CONSOLE },
          decide: () => recordExport(personalData),
        })
        await exportLeague(sink, what)
      })
    },
    backup: (onProgress) =>
      asOnlyOperation(locks, async () => {
        const serverSecret = config.jwtSecret ?? readOrMakeServerSecret(config.dataDir)
        const parts = { database, store, rawEventStore, serverSecret, clock: systemClock }
        const backups = openBackups({ ...parts, config: config.backup, read: readSchema(kysely) })
        await bringUpToDate()
        return backups.make(await counting(onProgress, BACKUP_PASSES))
      }),
    erase: async (person) => {
      const parts = { store, rawEventStore, kysely, privateSchema: openPrivateSchema(kysely) }
      const command = asOperator()
      await finishErasures(parts, command.occurredAt)
      await erasePerson(parts, person, command)
      await bringUpToDate()
      await sealIfWhole({ kysely, store: rawEventStore, clock: systemClock })
      await dropUnusedTables(database)
      await sweepTraces(database, onError)
    },
    close: installation.close,
  }

  /** The seals count the events, and the log does not. */
  async function counting(onProgress: OnProgress, passes: number) {
    const { events } = await lastSeal(kysely)
    const total = events === 0 ? null : events * passes
    return (count: number) => onProgress(count, total)
  }

  async function bringUpToDate() {
    const projector = await openProjector({ database, store, onError })
    await projector.ready.finally(() => projector.stop())
  }
}

const asOperator = () => ({ id: uuidv4(), actor: { kind: 'system' }, occurredAt: systemClock.now() }) as const
