import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Http } from '../support/http.ts'
import type { League } from '../support/league.ts'

/** Something that the server has said it did. Its value is sent once only. */
export type Acknowledged =
  | { kind: 'pick'; playerId: number; value: string }
  | { kind: 'player'; name: string }

export type Writers = {
  acknowledged: Acknowledged[]
  /** Values that were sent and never answered: each may or may not have happened. */
  unanswered: string[]
  /** Answers that nobody should get. */
  strange: string[]
  stop(): Promise<void>
}

const PAUSE_WHILE_AWAY_MS = 200

/** Each player's own link submits pick after pick, and two admins add players, until stopped. Nobody repeats a request. */
export function startWriters(league: League, roundId: number): Writers {
  const writers: Writers = { acknowledged: [], unanswered: [], strange: [], stop: async () => {} }
  let stopped = false
  const running = [
    ...league.playerIds.map((playerId) => repeat((count) => submit(playerId, `p${playerId}-${count}`))),
    ...['a', 'b'].map((admin) => repeat((count) => addPlayer(`Added ${admin}${count}`))),
  ]
  writers.stop = async () => {
    stopped = true
    await Promise.all(running)
  }
  return writers

  async function repeat(write: (count: number) => Promise<boolean>) {
    for (let count = 1; !stopped; count += 1) {
      if (!(await write(count))) await sleep(PAUSE_WHILE_AWAY_MS)
    }
  }

  function submit(playerId: number, value: string) {
    const path = `/picks/${league.tokenFor(roundId, playerId)}`
    return send(league.visitor, path, { picks: [value] }, value, { kind: 'pick', playerId, value })
  }

  function addPlayer(name: string) {
    return send(league.admin, '/admin/users', { name, email: '' }, name, { kind: 'player', name })
  }

  /** Answers whether there was an answer. */
  async function send(client: Http, path: string, body: object, value: string, done: Acknowledged) {
    const answer = await client.post(path, body).catch((error): Answer | null => {
      if (!isRefusedConnection(error)) writers.unanswered.push(value)
      return null
    })
    if (answer === null) return false
    if (answer.status === 200 || answer.status === 201) writers.acknowledged.push(done)
    // A server that is going down or coming up may say so; it has not done what it was asked, or does not know.
    else if (answer.status === 503) writers.unanswered.push(value)
    else writers.strange.push(`${answer.status} ${answer.text}`)
    return true
  }
}

/** Nobody listened, so nothing was sent. */
const isRefusedConnection = (error: { cause?: { code?: string } }) => error.cause?.code === 'ECONNREFUSED'
