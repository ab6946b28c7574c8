import { expect, test } from 'vitest'
import type { MailRow } from '../../platform/database/private-schema.ts'
import { grouped } from '../../platform/grouped.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import type { Services } from '../../scheduler/services.ts'
import { caughtUp } from './caught-up.ts'
import { settableClock } from './clock.ts'
import type { aLeague, Person } from './league/a-league.ts'
import type { Play, Step } from './league/steps.ts'
import { type SchedulerParts, schedulerParts } from './scheduler-parts.ts'
import { startSmtpServer } from './smtp-server.ts'
import { reactToAll } from './subscription.ts'

type MailPlay = Play & {
  parts: SchedulerParts
  /** What became of which mails, step by step. */
  story: string[]
  ended: Set<string>
  /** What the mail server says to a recipient. */
  refusals: Map<string, Refusal>
}
type Refusal = Exclude<ReturnType<NonNullable<Parameters<typeof startSmtpServer>[0]>>, null>
export type MailStep = Step<MailPlay>

export type Scenario = {
  /** January 10, 2027 unless it is given. */
  start?: string
  players: readonly Person[]
  league: (players: readonly Person[]) => ReturnType<typeof aLeague>
  /** Steps whose mails are not told. */
  before?: readonly MailStep[]
  /** Takes the mails, unless a step says what it refuses. Nothing is sent without. */
  hasMailServer?: boolean
  steps: readonly MailStep[]
}

const START = '2027-01-10T12:00:00.000Z'

/** The mails that each row brings, step by step, are recorded. `--update` records them again; the diff is the review. */
export function scenarios(
  title: string,
  of: Omit<Scenario, 'steps'>,
  rows: Record<string, readonly MailStep[]>,
) {
  test(title, async () => {
    const stories: string[] = []
    for (const [name, steps] of Object.entries(rows)) {
      const story = await storyOf({ ...of, steps }).catch((error) => {
        throw new Error(name, { cause: error })
      })
      stories.push(`# ${name}\n${story}\n`)
    }
    await expect(stories.join('\n')).toMatchFileSnapshot(`golden/${title.replace(/\W+/g, '-')}.txt`)
  })
}

/** What every mail step brought: heads of mails, and the text of those that are read. */
async function storyOf(scenario: Scenario): Promise<string> {
  const { players, league, before = [], steps } = scenario
  const refusals = new Map<string, Refusal>()
  const smtp = scenario.hasMailServer ? await startSmtpServer((to) => refusals.get(to) ?? null) : null
  const clock = settableClock(scenario.start ?? START)
  const parts = await schedulerParts({ clock, ...(smtp ? { smtp: smtp.config } : {}) })
  const play: MailPlay = {
    ...{ parts, store: parts.store, clock, players: [...players], roundId: 1, reason: null },
    ...{ story: [], ended: new Set<string>(), refusals },
  }
  try {
    await league(players).in(parts)
    for (const step of before) await step(play)
    play.story = []
    for (const step of steps) await step(play)
    return play.story.join('\n')
  } finally {
    await parts.close()
    await smtp?.stop()
  }
}

/** From now on; null for no longer. */
export const refuse =
  (address: string, refusal: Refusal | null): MailStep =>
  async ({ refusals }) => {
    if (refusal === null) refusals.delete(address)
    else refusals.set(address, refusal)
  }

export const at =
  (now: string): Step =>
  async ({ clock }) =>
    clock.set(now)
export const wait =
  (ms: number): Step =>
  async ({ clock }) =>
    clock.advance(ms)

/** Mails come into the outbox, and none goes out. */
export const ask: MailStep = ({ parts }) => reactToAll(parts)

export const job =
  (run: (services: Services) => Promise<unknown>): MailStep =>
  async ({ parts }) => {
    await caughtUp(parts)
    await run(parts)
  }

/** Whose mails are told whole, or which of their lines. */
export type Reader = string | readonly [name: string, lines: RegExp]

/** Mails come into the outbox, and those that are due go out. */
export const mail =
  (...readers: readonly Reader[]): MailStep =>
  async (play) => {
    await ask(play)
    await send(...readers)(play)
  }

/** What is in the outbox and due. */
export const send =
  (...readers: readonly Reader[]): MailStep =>
  async (play) => {
    await caughtUp(play.parts)
    await sendMails(play.parts)
    const mails = (await play.parts.outbox()).filter(
      ({ id, state }) => state !== 'queued' && isNew(play, `${id} ${state}`),
    )
    const news = [
      ...mails.map((one) => ({ head: headOf(one), name: nameOf(play, one) })),
      ...(await leftOut(play)),
    ]
    const heads = grouped(news, ({ head }) => head)
    const lines = [...heads].map(([head, those]) => {
      const names = those.map(({ name }) => name).toSorted()
      return `${names.join(', ')}: ${head}`
    })
    const texts = mails.filter(isSent).flatMap((one) => {
      const shown = linesFor(readers, one.recipient_name, stable(play, one.body_text))
      return shown.length === 0 ? [] : [[`${one.recipient_name}, ${one.template}:`, ...shown].join('\n  ')]
    })
    const all = [...(lines.length === 0 ? ['no mail'] : lines.toSorted()), ...texts.toSorted()]
    play.story.push(`- ${all.join('\n').replaceAll('\n', '\n  ')}`)
  }

function isNew({ ended }: MailPlay, one: string): boolean {
  const isNew = !ended.has(one)
  ended.add(one)
  return isNew
}

const isSent = ({ state }: MailRow) => state === 'kept' || state === 'sent'
const headOf = (one: MailRow) => `${one.template}, ${isSent(one) ? one.subject : (one.reply ?? one.state)}`

/** With the address, where it is another one than at the start. */
function nameOf(
  { players }: MailPlay,
  { recipient_name: name, recipient_address: address }: MailRow,
): string {
  const before = players.find((one) => name.split(/,| and /)[0] === one.name)?.email
  return before?.toLowerCase() === address.toLowerCase() ? name : `${name} <${address}>`
}

/** What was skipped without a mail of its own, of players who had an address at the start. */
async function leftOut(play: MailPlay) {
  const { privateSchema } = play.parts
  const notices = await privateSchema
    .selectFrom('notices')
    .leftJoin('mails', 'mails.id', 'notices.mail_id')
    .selectAll('notices')
    .select('mails.state as mail_state')
    .where('notices.state', '=', 'skipped')
    .execute()
  return notices.flatMap(({ template, round_id, player_id, reply, occasion, mail_state }) => {
    const one = play.players[player_id - 1]
    if (!one?.email || mail_state === 'skipped' || !isNew(play, `${occasion} ${player_id}`)) return []
    return { head: `${template}${round_id === 1 ? '' : ` of sport ${round_id}`}, ${reply}`, name: one.name }
  })
}

function linesFor(readers: readonly Reader[], name: string, lines: readonly string[]): string[] {
  const found = readers.find((reader) => reader === name || reader[0] === name)
  if (!found) return []
  return typeof found === 'string' ? [...lines] : lines.filter((line) => found[1].test(line))
}

/** Without blank lines, the greeting, the title of the league and the footer, and with links that are the same in each run. */
function stable({ parts, players }: MailPlay, text: string): string[] {
  return text
    .replace(/\S+\/pick\/(\S+)/g, (url, token) => {
      const link = parts.links.pick.read(token)
      const name = players[(link?.playerId ?? 0) - 1]?.name
      const replaced = link?.generation ? ', replaced once' : ''
      return link ? `<link of ${name} to sport ${link.roundId}${replaced}>` : url
    })
    .replace(/\n-- \n[\s\S]*/, '')
    .replace('\nGo Make Your Picks\n', '\n')
    .replace(/(Seal |of=)[0-9a-f]{16}\b/g, '$1<seal>')
    .replace(/\b[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}\b/g, '<receipt>')
    .replace(/(\/(?:reminders|messages|receipts)\/)\S+/g, '$1<token>')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('Hi '))
}

export const rebuilt: MailStep = ({ parts }) => rebuild(parts.database, parts.store)
export const forgetCheckpoint: MailStep = ({ parts }) =>
  parts.privateSchema.deleteFrom('checkpoints').execute()
