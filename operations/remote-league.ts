import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupList, Operation, Operations } from '../api/contract/operations.ts'
import type { Control } from '../platform/control-file.ts'
import { writeNewFile } from '../platform/new-file.ts'
import { reasonOf, StartRefusal } from '../platform/start-refusal.ts'
import type { League, OnProgress } from './league.ts'

const LOOK_INTERVAL_MS = 200

/** Only the running server may open an embedded database. */
export function remoteLeague({ url, token }: Control): League {
  return {
    servedBy: url,
    rebuild: async (onProgress) => {
      await run('rebuild', {}, onProgress)
    },
    verify: async (heads, onProgress) => {
      const { verification } = await run('verify', { heads }, onProgress)
      if (!verification) throw new StartRefusal('The server did not say what it found')
      return verification
    },
    export: (path, personalData) =>
      writeNewFile(path, async (sink) => {
        const { body } = await ask('GET', `operations/export?personalData=${personalData}`)
        await pipeline(Readable.fromWeb(body ?? new ReadableStream()), sink)
      }),
    backup: async (onProgress) => {
      await run('backups', {}, onProgress)
      const { backups } = await read<BackupList>(await ask('GET', 'operations/backups'))
      return backups.find(({ provedAt }) => provedAt !== null)?.file ?? ''
    },
    erase: async ({ kind, id }) => {
      await ask('POST', `${kind === 'player' ? 'users' : 'admins'}/${id}/erase`, { confirmation: 'ERASE' })
    },
    close: async () => {},
  }

  async function run(
    call: 'verify' | 'rebuild' | 'backups',
    body: object,
    onProgress: OnProgress,
  ): Promise<Operation> {
    let operation: Operation | null = await read<Operation>(await ask('POST', `operations/${call}`, body))
    while (operation?.state === 'running') {
      onProgress(operation.events, operation.eventsTotal)
      await sleep(LOOK_INTERVAL_MS)
      operation = (await read<Operations>(await ask('GET', 'operations'))).operation
    }
    if (operation === null) throw new StartRefusal('The server restarted meanwhile. Try again')
    onProgress(operation.events, operation.eventsTotal)
    if (operation.state === 'failed') throw new StartRefusal(operation.error ?? 'It failed')
    return operation
  }

  async function ask(method: string, path: string, body?: object) {
    const headers = { authorization: `Operator ${token}` }
    const answer = await fetch(`${url}/api/admin/${path}`, {
      method,
      ...(body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new StartRefusal(`The server at ${url} does not answer: ${reasonOf(error)}`)
    })
    if (answer.ok) return answer
    const { error } = await read<{ error?: string }>(answer).catch(() => ({ error: undefined }))
    throw new StartRefusal(error ?? `The server at ${url} answers ${answer.status}`)
  }
}

const read = async <T>(answer: Response) => (await answer.json()) as T
