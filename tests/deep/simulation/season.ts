import { createHash } from 'node:crypto'
import inject from 'light-my-request'
import { outboxFigures } from '../../../platform/mail/mail-list.ts'
import { lockRounds } from '../../../scheduler/jobs/lock-rounds.ts'
import { remindPlayers } from '../../../scheduler/jobs/remind-players.ts'
import { sendMails } from '../../../scheduler/jobs/send-mails.ts'
import { type Ask, randomAsk } from './commands.ts'
import { violationsOf } from './invariants.ts'
import { type Answered, beginRun, openLeague, type Sabotage, type SeasonRun } from './season-run.ts'
import type { SimulatedServer } from './simulated-server.ts'
import { sealedRounds, type Truth, truthOf } from './truth.ts'
import { clearUp } from './weather.ts'

const HOUR_MS = 3_600_000
const JOBS = [lockRounds, remindPlayers, sendMails]
const DRAINS_MAX = 14

export type Played = {
  violations: string[]
  /** The same for the same seed: all events, answers and mails. */
  fingerprint: string
  events: number
  answers: readonly Answered[]
  handedOver: number
}

/** One season from its opening to its end, as the seed has it, and what is wrong with it afterwards. */
export async function playSeason(
  server: SimulatedServer,
  seed: number,
  sabotage: Sabotage = {},
): Promise<Played> {
  const { random } = Math
  await server.reset()
  const run = beginRun(server, seed, sabotage)
  const { time, chance, parts } = { ...run, parts: server.parts }
  // For the pauses of those who lost a race.
  Math.random = chance.next
  const violations: string[] = []
  try {
    await time.until(openLeague(run))
    await time.until(run.startProcess())
    const moments = chance.between(3, 5)
    for (let moment = 0; moment < moments; moment += 1) violations.push(...(await playMoment(run)))
    await comeToAnEnd(run)
    violations.push(...(await time.until(violationsOf(run))))
    return await summaryOf(run, violations)
  } finally {
    parts.faults = null
    try {
      await time.until(run.stopProcess())
      await run.store.close()
    } finally {
      parts.projector = null
      Math.random = random
      time.end()
    }
  }
}

/** Some ask at once, jobs run beside them, and somebody looks at the standings. */
async function playMoment(run: SeasonRun): Promise<string[]> {
  const { chance, time, log, services } = run
  if (chance.happens(0.07)) await time.until(restart(run))
  const before = await time.until(truthOf(log))
  jump(run, before)
  const truth = { ...before, now: new Date().toISOString() }
  const asks = Array.from({ length: chance.between(3, 7) }, () => randomAsk(truth, chance, services.links))
  const jobs = JOBS.filter(() => chance.happens(0.5))
  const looking = { name: 'look', method: 'GET', path: '/public/leaderboard/season/1' } as const
  const work = [
    ...asks.map((one) => ask(run, one)),
    // What fails is tried again a second later, in a later moment.
    ...jobs.map((job) => job(services).catch(() => {})),
  ]
  const looked = ask(run, looking)
  await time.until(Promise.all([...work, looked]))
  return seenTooEarly(await truthOf(log), (await looked).answer)
}

async function restart({ stopProcess, startProcess }: SeasonRun) {
  await stopProcess()
  await startProcess()
}

async function ask(run: SeasonRun, asked: Ask): Promise<Answered> {
  const { server, chance, time, token, answers } = run
  await time.turns(chance.between(0, 12))
  const asking = { commandId: '' }
  const { method, path, body } = asked
  const headers = { authorization: `Bearer ${token}` }
  const request = { method, url: `/api${path}`, headers, ...(body ? { payload: body } : {}) }
  const response = await inject((incoming, outgoing) => {
    server.parts.asking = asking
    server.app.routing(incoming, outgoing)
    server.parts.asking = null
  }, request)
  if (asking.commandId === '') throw new Error(`${method} ${path} drew no id as it arrived`)
  const at = new Date().toISOString()
  const told = { at, status: response.statusCode, answer: response.body }
  const answered: Answered = { ...asked, ...asking, ...told }
  if (asked.method !== 'GET') answers.push(answered)
  return answered
}

/** To a moment that matters: around a lock or a reminder, a little or a day later, and now and then back. */
function jump({ chance, time }: SeasonRun, { rounds, now }: Truth) {
  const nowMs = Date.parse(now)
  if (chance.happens(0.06)) return time.set(at(nowMs - chance.oneOf([1, 1_000, HOUR_MS])))
  if (chance.happens(0.25)) return
  const matters = rounds
    .flatMap(({ locksAt }) => [-24 * HOUR_MS, -1, 0, 0, 1, 1_000].map((ms) => Date.parse(locksAt) + ms))
    .filter((ms) => ms > nowMs)
  const soon = [1, 1_000, HOUR_MS, 24 * HOUR_MS].map((ms) => nowMs + ms)
  time.set(at(chance.oneOf(matters.length > 0 && chance.happens(0.6) ? matters : soon)))
}

const at = (ms: number) => new Date(ms).toISOString()

/** A pick that was seen, and is sealed even afterwards. */
function seenTooEarly(after: Truth, board: string): string[] {
  return sealedRounds(after)
    .flatMap(({ roundId }) => valuesPicked(after, roundId))
    .filter((value) => board.includes(value))
    .map((value) => `The public board shows the sealed pick ${value}`)
}

const valuesPicked = ({ events }: Truth, roundId: number) =>
  events.flatMap(({ stream, data }) =>
    stream.startsWith(`pick-${roundId}-`) && 'picks' in data ? data.picks : [],
  )

/** Nothing fails any more, and whatever is still to do is done. */
async function comeToAnEnd(run: SeasonRun): Promise<void> {
  const { time, weather, services } = run
  clearUp(weather)
  for (let turn = 0; turn < DRAINS_MAX; turn += 1) {
    await time.until(lockRounds(services))
    await time.until(caughtUp(run))
    await time.until(sendMails(services))
    const { queued = 0 } = (await outboxFigures(services.privateSchema, services.clock.now())).byState
    if (queued === 0) return
    time.set(at(Date.now() + 2 * HOUR_MS))
  }
}

/** Until the tables and the mails show the last event. */
async function caughtUp({ services, log }: SeasonRun): Promise<void> {
  for (let turn = 0; turn < 1_000; turn += 1) {
    const head = await log.head()
    const shown = await services.projector.waitFor(head)
    const row = await services.privateSchema.selectFrom('checkpoints').select('position').executeTakeFirst()
    if (shown && (row?.position ?? '') >= head) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The tables, or the mails, never come to the last event')
}

async function summaryOf(run: SeasonRun, violations: string[]): Promise<Played> {
  const { log, answers, mailer } = run
  const { events } = await truthOf(log)
  const happened = events.map(({ id, type, data, metadata }) => ({ id, type, data, at: metadata.occurredAt }))
  const everything = JSON.stringify([happened, answers, mailer.handedOver])
  return {
    violations,
    fingerprint: createHash('sha256').update(everything).digest('hex').slice(0, 16),
    events: events.length,
    answers,
    handedOver: mailer.handedOver.length,
  }
}
