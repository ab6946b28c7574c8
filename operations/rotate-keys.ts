import { v4 as uuidv4 } from 'uuid'
import { linkKey, replaceLinkKey } from '../domain/settings/link-key.ts'
import type { Config } from '../platform/config/config.ts'
import { openPrivateSchema } from '../platform/database/private-schema.ts'
import { transact } from '../platform/event-store/transact.ts'
import { openInstallation } from '../platform/installation.ts'
import { sealIfWhole } from '../platform/integrity/hash-chain.ts'
import { newGeneration, replaceSessionKey } from '../platform/links/keys.ts'
import { systemClock } from '../platform/time/clock.ts'

export const KEY_NAMES = ['sessions', 'links'] as const
export type KeyName = (typeof KEY_NAMES)[number]

const REASON = 'The key was replaced at the console of the server'

export const ROTATIONS: Record<KeyName, { before: string[]; after: string[] }> = {
  sessions: {
    before: ['Every admin is signed out everywhere. Pick links in mails go on working.'],
    after: [
      'The key of sessions is replaced, and nobody is signed in any more.',
      '  Start every process of the server again: one that runs has the old key until then.',
    ],
  },
  links: {
    before: [
      'Every pick link and every reminder link in mails that were sent stops working, and has to be sent again.',
      'Admins stay signed in.',
    ],
    after: [
      'The key of links is replaced.',
      '  Start every process of the server again: one that runs mails links with the old key until then.',
      '  Then send the links of each open sport again: a reminder carries the new ones.',
    ],
  },
}

/** With running servers only on PostgreSQL. Throws StartRefusal. */
export async function rotateKey(
  name: KeyName,
  config: Config,
  onError: (error: unknown) => void,
): Promise<void> {
  const { database, store, rawEventStore, close } = await openInstallation(config, onError)
  try {
    if (name === 'sessions') return await replaceSessionKey(openPrivateSchema(database.kysely))
    await transact(store, {
      aggregate: linkKey,
      id: [],
      command: {
        id: uuidv4(),
        actor: { kind: 'system' },
        occurredAt: systemClock.now(),
        reason: REASON,
      },
      decide: () => replaceLinkKey(newGeneration()),
    })
    await sealIfWhole({ kysely: database.kysely, store: rawEventStore, clock: systemClock }).catch(onError)
  } finally {
    await close()
  }
}
