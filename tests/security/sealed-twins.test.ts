import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EndpointName } from '../../api/contract/endpoints.ts'
import { recorded } from '../api/recorded-answer.ts'
import { depth, isDeep, report } from '../deep/depth.ts'
import { settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { type Answer, done, type Http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import { BEGINS_AT, type RunningLeague } from '../support/league/running.ts'
import { type Asked, NOTHING_KNOWN, type Phase, pathOf, type Scene, SEALED_CALLS } from './sealed-calls.ts'

// Two leagues in which everything is the same but one sealed pick, or one guess. An admin asks both the same: no answer may differ.

const LOCKS_AT = '2027-08-01T18:00:00.000Z'

const KINDS = {
  'two teams': { pickType: 'single', teams: ['Reds', 'Cobalt Blues'] },
  'four teams': { pickType: 'single', teams: ['Reds', 'Cobalt Blues', 'Greens', 'Golds'] },
  'written in': { pickType: 'multiple', numWriteInPicks: 3, teams: [] },
  'written in by name': {
    ...{ pickType: 'multiple', numWriteInPicks: 3, teams: [] },
    slotNames: ['Champion', 'Runner-up', 'Surprise'],
  },
} as const
const DIFFERS = ['the pick', 'the pick of a sport with a question', 'the guess'] as const
const OTHERS = ['nobody', 'one', 'all'] as const
const ENTRIES = ['none', 'for another', 'for the victim before', 'for the victim after'] as const

type State = {
  kind: keyof typeof KINDS
  differs: (typeof DIFFERS)[number]
  /** Who else has picked. With lists, all of them together have picked every team but the first. */
  others: (typeof OTHERS)[number]
  /** What the admin had entered. */
  entered: (typeof ENTRIES)[number]
}

const GUESSES = [7, 1234.5]

/** Every combination. */
const ALL_STATES = (Object.keys(KINDS) as State['kind'][]).flatMap((kind) =>
  DIFFERS.flatMap((differs) =>
    OTHERS.flatMap((others) => ENTRIES.map((entered): State => ({ kind, differs, others, entered }))),
  ),
)
/** In steps that share no divisor with their number, so that a few of them are unlike each other. */
const STEP = 7
const SPREAD_STATES = ALL_STATES.flatMap((_, index) => ALL_STATES[(index * STEP) % ALL_STATES.length] ?? [])
/** Each that has ever told something. */
const FEW_STATES: readonly State[] = [
  { kind: 'two teams', differs: 'the pick', others: 'all', entered: 'none' },
  { kind: 'written in by name', differs: 'the guess', others: 'one', entered: 'for the victim before' },
]

type Twin = RunningLeague & { leaving: Http }

let twins: readonly Twin[] = []

const PLAYERS = ['Victim', 'Own', 'Cleo', 'Dan', 'Eve']

beforeAll(async () => {
  const clock = settableClock(BEGINS_AT)
  const start = () =>
    aLeague()
      .withPlayers(...PLAYERS)
      .start({ clock, config: { enableDevTools: isDeep } })
  twins = [await start(), await start()].map((league) => Object.assign(league, { leaving: league.visitor }))
  clock.advance(60_000)
  for (const twin of twins) {
    const { email, password } = CONNIE
    const { token } = await done(twin.visitor.post('/auth/login', { email, password }))
    twin.leaving = twin.visitor.as(token)
  }
})
afterAll(async () => {
  for (const twin of twins) await twin.close()
})

type Found = { asked: number; differences: string[] }

const scenesIn = (state: State) => Promise.all(twins.map((twin, index) => aScene(twin, state, index)))

test('the twins differ: a look tells what was picked', async () => {
  const [left, right] = await Promise.all(
    (await scenesIn(FEW_STATES[0] as State)).map(({ roundId, victim }, index) => {
      const body = { playerIds: [victim], reason: 'I was asked to' }
      return done((twins[index] as Twin).admin.post(`/admin/rounds/${roundId}/look`, body))
    }),
  )
  expect(left).not.toEqual(right)
})

/** For a machine that does other things. */
const LIMIT_MS = 600_000
/** `TIMES=6` asks in six states, `TIMES=146` in every one. */
const TIMES = Math.max(FEW_STATES.length, depth({ gate: 2, deep: 1 }))
const STATES = [...FEW_STATES, ...SPREAD_STATES].slice(0, TIMES)

test.each(STATES.map((state) => [Object.values(state).join(', '), state] as const))(
  'no answer to an admin depends on the pick or guess: %s',
  async (_, state) => {
    const { asked, differences } = await askAll(await scenesIn(state))
    report({ calls: asked })
    expect(differences).toEqual([])
    expect(asked).toBeGreaterThan(400)
  },
  LIMIT_MS,
)

test(
  'nor does one about all of the league',
  async () => {
    const { asked, differences } = await askOnce(await scenesIn(FEW_STATES[0] as State))
    report({ calls: asked })
    expect(differences).toEqual([])
  },
  LIMIT_MS,
)

/** A season with one open sport. Only the victim's pick or guess is another. */
async function aScene(twin: Twin, { kind, differs, others, entered }: State, index: number): Promise<Scene> {
  const { admin, visitor } = twin
  const [victim = 0, own = 0, ...rest] = twin.playerIds
  const asks = differs !== 'the pick'
  const { id: seasonId } = await done(
    admin.post('/admin/seasons', {
      ...{ name: `${kind}, ${others}, ${entered}`.slice(0, 50), yearStart: 2027, yearEnd: 2027 },
      ...{ picksSealed: true, participantIds: twin.playerIds },
    }),
  )
  const { id: roundId } = await done(
    admin.post('/admin/rounds', {
      ...{ seasonId, sportName: `Sport of ${seasonId}`, lockTime: LOCKS_AT, timezone: 'UTC', ...KINDS[kind] },
    }),
  )
  if (asks) await done(admin.put(`/admin/rounds/${roundId}/tie-break`, { question: 'How many points?' }))
  await done(admin.post(`/admin/rounds/${roundId}/activate`))

  const { teams } = KINDS[kind]
  const picks =
    teams.length > 0 ? [['Reds'], ['Cobalt Blues']] : [['Spain'], ['Bosnia and Herzegovina', 'Malta']]
  const guessed = (guess: number | undefined) => (asks && guess !== undefined ? { guess } : {})
  const tokenOf = (playerId: number) => twin.tokenFor(roundId, playerId, seasonId)
  const save = (playerId: number, chosen: readonly string[], guess?: number) =>
    done(visitor.post(`/picks/${tokenOf(playerId)}`, { picks: chosen, ...guessed(guess) }))
  const enter = (userId: number) =>
    done(
      admin.post('/admin/picks', {
        userId,
        roundId,
        picks: picks[0],
        ...guessed(GUESSES[0]),
        reason: 'By phone',
      }),
    )

  const ofOthers = teams.length > 0 ? teams.slice(1).map((team) => [team]) : [['Italy'], ['Spain'], ['Chad']]
  const pickers = others === 'nobody' ? [] : others === 'one' ? [own] : [own, ...rest]
  const receipts = []
  for (const [at, playerId] of pickers.entries()) {
    receipts.push((await save(playerId, ofOthers[at % ofOthers.length] ?? [], 3)).receipt.code)
  }
  if (entered === 'for another') await enter(rest.at(-1) ?? 0)
  if (entered === 'for the victim before') await enter(victim)
  const pickIndex = differs === 'the guess' ? 0 : index
  const guessIndex = differs === 'the guess' ? index : 0
  receipts.unshift((await save(victim, picks[pickIndex] ?? [], GUESSES[guessIndex])).receipt.code)
  if (entered === 'for the victim after') await enter(victim)
  return {
    ...{ ...NOTHING_KNOWN, seasonId, roundId, victim, own, picks, teams, asks, guesses: GUESSES },
    ...{ ownToken: tokenOf(own), ownPage: twin.links.me.tokenFor([{ playerId: own }]), receipts },
  }
}

async function askAll(scenes: readonly Scene[]): Promise<Found> {
  const found: Found = { asked: 0, differences: [] }
  const known = new Set((await eventsOf(scenes)).flat())
  await ask(scenes, 'reading', found)
  for (const call of callsIn('changing')) {
    const count = SEALED_CALLS[call].changing?.(scenes[0] as Scene).length ?? 0
    for (let at = 0; at < count; at += 1) {
      await askOne(scenes, { call, phase: 'changing', at }, found)
      const first = await askAboutNews(scenes, known, found)
      if (!first) continue
      await ask(first, 'undoing', found)
      await askAboutNews(scenes, known, found)
    }
  }
  await ask(await withMails(scenes), 'reading', found)
  await ask(scenes, 'ending', found)
  await ask(scenes, 'reading', found)
  return found
}

async function askOnce(scenes: readonly Scene[]): Promise<Found> {
  const ready = await Promise.all(
    (await withMails(scenes)).map(async (scene, index) => {
      const { admin } = twins[index] as Twin
      const { seal } = await done(admin.get('/admin/operations'))
      const sessions = await done(admin.get('/auth/sessions'))
      const session = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)?.id ?? ''
      return { ...scene, head: seal?.head ?? '0'.repeat(64), session }
    }),
  )
  const found: Found = { asked: 0, differences: [] }
  await ask(ready, 'once', found)
  return found
}

/** Of each twin's season, newest first. */
const eventsOf = (scenes: readonly Scene[]): Promise<string[][]> =>
  Promise.all(
    scenes.map(async ({ seasonId }, index) => {
      const page = await done((twins[index] as Twin).admin.get(`/admin/history?season=${seasonId}`))
      return page.entries.map(({ eventId }: { eventId: string }) => eventId)
    }),
  )

/** Every event that has come since. Answers the scenes with the first of them. */
async function askAboutNews(scenes: readonly Scene[], known: Set<string>, found: Found) {
  // Some follow a moment after the answer: new links when an address changes.
  const [left = [], right = []] = await eventually('as many events in both', async () => {
    const news = (await eventsOf(scenes)).map((ids) => ids.filter((id) => !known.has(id)))
    return news[0]?.length === news[1]?.length && news
  })
  let first: readonly Scene[] | null = null
  for (const [at, event] of left.entries()) {
    const ofEvent = scenes.map((scene, index) => ({
      ...scene,
      event: (index === 0 ? event : right[at]) ?? '',
    }))
    await ask(ofEvent, 'of an event', found)
    first ??= ofEvent
  }
  for (const id of [...left, ...right]) known.add(id)
  return first
}

/** They wait until nothing is taken back any more, and the clock does not go by itself here. */
const HELD = ['lock-moved', 'message']

/** A mail is written when it goes out, of what is true then: no call that changes something may come before it. */
const mailed = () =>
  eventually('all mail', async () => {
    const [left, right] = await Promise.all(twins.map(toldBy))
    return left !== null && left === right
  })

/** All that one of them has mailed; null while some of it is under way. */
async function toldBy({ admin, application }: Twin): Promise<string | null> {
  if (!(await application.hasReacted())) return null
  const { mails } = await done(admin.get('/admin/outbox'))
  const isUnderWay = ({ state, template }: Answer['body']) => state === 'queued' && !HELD.includes(template)
  if (mails.some(isUnderWay)) return null
  return mails
    .map(({ template, to }: Answer['body']) => `${template} ${to}`)
    .sort()
    .join()
}

/** One of each kind about the sport. */
const withMails = (scenes: readonly Scene[]): Promise<Scene[]> =>
  Promise.all(
    scenes.map(async (scene, index) => {
      const { mails } = await done((twins[index] as Twin).admin.get('/admin/outbox'))
      const ofSport = mails.filter(({ roundId }: Answer['body']) => roundId === scene.roundId)
      const kinds = new Map<string, Answer['body']>(
        ofSport.map((mail: Answer['body']) => [
          `${mail.template} ${mail.to} ${mail.subject} ${mail.text}`,
          mail,
        ]),
      )
      return { ...scene, mails: [...kinds.keys()].sort().map((kind) => kinds.get(kind).id) }
    }),
  )

const callsIn = (phase: Phase) =>
  (Object.keys(SEALED_CALLS) as EndpointName[]).filter((call) => SEALED_CALLS[call][phase])

async function ask(scenes: readonly Scene[], phase: Phase, found: Found) {
  for (const call of callsIn(phase)) {
    const count = SEALED_CALLS[call][phase]?.(scenes[0] as Scene).length ?? 0
    for (let at = 0; at < count; at += 1) {
      await askOne(scenes, { call, phase, at }, found)
    }
  }
}

const TRIES_MAX = 10

async function askOne(
  scenes: readonly Scene[],
  { call, phase, at }: { call: EndpointName; phase: Phase; at: number },
  found: Found,
) {
  const both = () =>
    Promise.all(
      scenes.map(async (scene, index) => {
        const what = SEALED_CALLS[call][phase]?.(scene)[at] ?? {}
        return withoutAttempts(recorded(await send(twins[index] as Twin, call, what)))
      }),
    )
  found.asked += 1
  let [left, right] = await both()
  // What goes on in the background is not in step: it is asked again.
  for (let tries = 0; left !== right && isRepeatable(call, phase) && tries < TRIES_MAX; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    ;[left, right] = await both()
  }
  if (phase !== 'once' && !isRepeatable(call, phase)) await mailed()
  if (left === right) return
  const body = SEALED_CALLS[call][phase]?.(scenes[0] as Scene)[at]?.body
  found.differences.push(`${call} ${JSON.stringify(body ?? '')}\n${firstDifference(left, right)}`)
}

/** How often a mail is tried while it waits for the seal is up to the machine. */
const withoutAttempts = (answer: string) => answer.replace(/"attempts": \d+/g, '"attempts": some')

const isRepeatable = (call: EndpointName, phase: Phase) => call.startsWith('GET') || phase === 'reading'

function send({ admin, leaving }: Twin, call: EndpointName, asked: Asked) {
  const [method = ''] = call.split(' ')
  const path = pathOf(call, asked)
  const { body, by } = asked
  const who = by === 'leaving' ? leaving : admin
  if (method === 'GET') return who.get(path)
  if (method === 'DELETE') return who.delete(path, body)
  return method === 'PUT' ? who.put(path, body) : who.post(path, body)
}

function firstDifference(left = '', right = '') {
  const others = right.split('\n')
  const lines = left.split('\n')
  const at = lines.findIndex((line, index) => line !== others[index])
  return `  ${lines[at]}\n  ${others[at]}`
}
