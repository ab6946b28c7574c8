import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../support/http.ts'
import { CONNIE } from '../../support/league/examples.ts'
import type { League } from '../../support/league/over-http.ts'

type Load = {
  /** How many requests were answered as they should be. */
  answered(): number
  failed: string[]
  stop(): Promise<void>
}

const TEAMS = ['Reds', 'Blues', 'Greens']
const WATCHERS = 30
const READERS = 10
const WATCHED_MS = 8_000
const ROUND_LASTS_MS = 10_000

/** A league on a lively day that does not end: the same every minute, so that what grows is the server's own. */
export function startLoad(url: string, league: League): Load {
  const { admin, visitor, seasonId, playerIds } = league
  const stopping = new AbortController()
  const { signal } = stopping
  setMaxListeners(0, signal)
  const failed: string[] = []
  let answered = 0
  let roundId = 0
  let rounds = 0
  const running = [
    ...playerIds.map((playerId, place) => repeat(500, (count) => pick(playerId, count + place))),
    ...Array.from({ length: READERS }, () => repeat(250, readBoards)),
    ...Array.from({ length: WATCHERS }, (_, place) => repeat(100, () => watch((place + 1) / WATCHERS))),
    repeat(2_000, (count) => ask(admin.put('/admin/settings', { pointsFirstPlace: 6 + (count % 3) }))),
    repeat(5_000, () => ask(visitor.post('/auth/login', CONNIE), [200, 429])),
    repeat(100, playRound),
  ]
  return {
    failed,
    answered: () => answered,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }

  async function repeat(everyMs: number, deed: (count: number) => Promise<unknown>) {
    for (let count = 0; !signal.aborted; count += 1) {
      await deed(count)
      await pause(everyMs)
    }
  }

  async function ask(asked: Promise<Answer>, allowed = [200, 201]): Promise<Answer> {
    const answer = await asked
    if (allowed.includes(answer.status)) answered += 1
    else failed.push(`${answer.status} ${answer.text}`)
    return answer
  }

  /** A pick may meet the lock. */
  async function pick(playerId: number, count: number) {
    if (roundId === 0) return
    const path = `/picks/${league.tokenFor(roundId, playerId)}`
    await ask(visitor.post(path, { picks: [TEAMS[count % 3]] }), [200, 403])
  }

  async function readBoards() {
    await ask(visitor.get(`/public/leaderboard/season/${seasonId}`))
    await ask(visitor.get(`/public/leaderboard/season/${seasonId}/graph`))
    await ask(visitor.get('/public/seasons'))
  }

  /** Somebody who leaves the page open for a while. */
  async function watch(share: number) {
    const leaving = AbortSignal.any([signal, AbortSignal.timeout(Math.round(share * WATCHED_MS))])
    await fetch(`${url}/api/public/live`, { signal: leaving })
      .then(async ({ body }) => {
        for await (const _ of body ?? []) answered += 1
      })
      .catch((error) => {
        if (!leaving.aborted) failed.push(`${error}`)
      })
  }

  async function playRound() {
    rounds += 1
    roundId = await league.openRound({ sportName: `Sport ${rounds}`, lockTime: '2099-01-01T00:00:00Z' })
    await pause(ROUND_LASTS_MS)
    await ask(admin.post(`/admin/rounds/${roundId}/lock`))
    await ask(admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: TEAMS[rounds % 3] }))
    // A season has an end; its sports go, so that the boards stay as large as they are.
    await ask(admin.post(`/admin/rounds/${roundId}/unlock`))
    await ask(admin.post(`/admin/rounds/${roundId}/soft-delete`))
  }

  function pause(ms: number) {
    return sleep(ms, undefined, { signal }).catch(() => {})
  }
}
