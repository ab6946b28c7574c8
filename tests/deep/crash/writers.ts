import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Http } from '../../support/http.ts'
import { OSCARS } from '../../support/league/examples.ts'
import type { League } from '../../support/league/over-http.ts'
import { traceOf } from './log-values.ts'

export type Writers = {
  /** Of each command, the word by which the log knows it: first all that were sent, then those that were done. */
  sent: Set<string>
  acknowledged: Set<string>
  /** How many picks came too late. */
  locked: () => number
  /** Answers that nobody should get. */
  strange: string[]
  addPlayer(name: string): Promise<Answer | null>
  /** A sport that nobody picks in and that never locks by itself. Its players are mailed. */
  openRound(sportName: string): Promise<void>
  stop(): Promise<void>
}

/** The lock time of a sport that is to stay open. */
export const NEVER = '2099-01-01T00:00:00Z'

type LeagueToWrite = Pick<League, 'visitor' | 'seasonId' | 'playerIds' | 'tokenFor'> & { admin: Http }

const ROUND_LASTS_MS = 3_000
const LATECOMERS_MS = 300
const PAUSE_MS = 50
const PAUSE_WHILE_AWAY_MS = 100
/** What the rules may refuse: a round that has locked meanwhile, or a pick that was changed too often. */
const REFUSALS = [400, 403, 404, 409, 429]

/**
 * Each player picks without end, two admins add players, two change the settings, and two open one sport after the other:
 * one of them locks it by hand, the other lets its time come. Nobody repeats what was sent.
 * @param before what was sent before, to set up the league.
 */
export function startWriters(league: LeagueToWrite, longRoundId: number, before: Iterable<string>): Writers {
  const { admin, visitor, seasonId, playerIds } = league
  const sent = new Set(before)
  const acknowledged = new Set<string>()
  const strange: string[] = []
  const open = new Set([longRoundId])
  let locked = 0
  let stopped = false
  const running = [
    ...playerIds.map((playerId) => repeat((count) => pickEverywhere(playerId, count))),
    ...['a', 'b'].map((who) => repeat((count) => addPlayer(`Added ${who}${count}`))),
    ...['c', 'd'].map((who) => repeat((count) => changeSettings(`Saved ${who}${count}`, count % 21))),
    ...['e', 'f'].map((who) => repeat((count) => playRound(`Sport ${who}${count}`, who === 'e'))),
  ]
  return {
    ...{ sent, acknowledged, strange },
    locked: () => locked,
    addPlayer,
    openRound: async (sportName) => {
      const id = await draftRound(sportName, Date.parse(NEVER))
      if (id !== null) await order(id, 'RoundActivated', 'activate')
    },
    stop: async () => {
      stopped = true
      await Promise.all(running)
    },
  }

  async function repeat(write: (count: number) => Promise<unknown>) {
    for (let count = 1; !stopped; count += 1) {
      await write(count)
      await sleep(PAUSE_MS)
    }
  }

  async function pickEverywhere(playerId: number, count: number) {
    for (const roundId of open) {
      const value = `${roundId}/${playerId}/${count}`
      const path = `/picks/${league.tokenFor(roundId, playerId)}`
      const answer = await send(value, () => visitor.post(path, { picks: [value] }))
      if (answer?.status === 403) locked += 1
    }
  }

  function addPlayer(name: string) {
    return send(name, () => admin.post('/admin/users', { name, email: '' }))
  }

  function changeSettings(appTagline: string, pointsFirstPlace: number) {
    return send(appTagline, () => admin.put('/admin/settings', { appTagline, pointsFirstPlace }))
  }

  async function playRound(sportName: string, byHand: boolean) {
    const locksMs = Date.now() + ROUND_LASTS_MS
    const id = await draftRound(sportName, locksMs)
    if (id === null) return
    await order(id, 'RoundActivated', 'activate')
    open.add(id)
    await sleep(byHand ? ROUND_LASTS_MS / 2 : locksMs - Date.now())
    if (byHand) await order(id, 'RoundLocked', 'lock')
    await sleep(LATECOMERS_MS)
    open.delete(id)
    const result = { manualScores: [{ userId: playerIds[0], placement: 'first' }] }
    await order(id, 'RoundCompleted', 'complete', result)
  }

  async function draftRound(sportName: string, locksMs: number): Promise<number | null> {
    const details = { ...OSCARS, seasonId, sportName, lockTime: new Date(locksMs).toISOString() }
    const made = await send(sportName, () => admin.post('/admin/rounds', details))
    return made?.status === 201 ? made.body.id : null
  }

  function order(id: number, type: Parameters<typeof traceOf>[0], verb: string, body?: object) {
    return send(traceOf(type, id), () => admin.post(`/admin/rounds/${id}/${verb}`, body))
  }

  /** Null when there was no answer, and the command may have happened or not. While nobody listens, it waits. */
  async function send(trace: string, ask: () => Promise<Answer>): Promise<Answer | null> {
    sent.add(trace)
    for (;;) {
      const answer = await ask().catch((error) => (isRefusedConnection(error) ? 'nobody' : null))
      if (answer === null) return null
      if (answer !== 'nobody') return noted(trace, answer)
      if (stopped) return null
      await sleep(PAUSE_WHILE_AWAY_MS)
    }
  }

  function noted(trace: string, answer: Answer): Answer {
    const { status, text } = answer
    if (status === 200 || status === 201) acknowledged.add(trace)
    // A server that is going down or coming up may say 503; it has not done what it was asked, or does not know.
    else if (status !== 503 && !REFUSALS.includes(status)) strange.push(`${status} ${text}`)
    return answer
  }
}

/** Nobody listened, so nothing was sent. */
const isRefusedConnection = (error: { cause?: { code?: string } }) => error.cause?.code === 'ECONNREFUSED'
