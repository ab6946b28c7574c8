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
type KeyName = (typeof KEY_NAMES)[number]

const REASON = 'The key was replaced at the console of the server'

export const ROTATIONS: Record<KeyName, { before: string[]; after: string[] }> = {
  sessions: {
    before: ['Every admin will be signed out everywhere. Pick links in mails will still work.'],
    after: [
      'The key of sessions is replaced. Everybody is signed out.',
      '  Restart every process of the server: until then it uses the old key.',
    ],
  },
  links: {
    before: [
      'Every pick link and every reminder link in earlier mails will stop working, and has to be sent again.',
      'Admins will stay signed in.',
    ],
    after: [
      'The key of links is replaced.',
      '  Restart every process of the server: until then it mails links with the old key.',
      '  Then send the links of each open sport again: a reminder carries the new link.',
    ],
  },
}

type Asking = { isWanted: () => Promise<boolean>; onError: (error: unknown) => void }

/** Asks once it could be done, and answers whether it was. With running servers only on PostgreSQL. Throws StartRefusal. */
export async function rotateKey(
  name: KeyName,
  config: Config,
  { isWanted, onError }: Asking,
): Promise<boolean> {
  const { database, store, rawEventStore, close } = await openInstallation(config, onError, {
    mustExist: true,
  })
  try {
    if (!(await isWanted())) return false
    if (name === 'sessions') {
      await replaceSessionKey(openPrivateSchema(database.kysely))
      return true
    }
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
    return true
  } finally {
    await close()
  }
}
