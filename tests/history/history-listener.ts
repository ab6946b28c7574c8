import type { HistoryEntry } from '../../api/contract/history.ts'
import type { Http } from '../support/http.ts'

/** What makes a whole season leaves hundreds of sentences: one of each kind will do. */
const MANY = 20

/** Reads the history after each command, as an admin would. */
export function historyListener(admin: () => Http) {
  let last = ''
  /** Commands, each with the sentences that it left, and those that left none. */
  const told: string[] = []
  const silent: string[] = []
  const unseen: string[] = []

  return { told, silent, news, after }

  async function after(call: string): Promise<void> {
    // Whatever a question left would be told of the command behind it.
    if (call.startsWith('GET')) return
    const entries = await news()
    // A new password ends the session that could look: the sign-in behind it finds what both have left, its own last.
    if (entries === null) unseen.push(call)
    else if (unseen.length === 0) tell([call], entries)
    else {
      tell(unseen.splice(0), entries.slice(0, -1))
      tell([call], entries.slice(-1))
    }
  }

  function tell(calls: readonly string[], entries: readonly HistoryEntry[]) {
    if (entries.length > 0) told.push(...calls, ...sentencesOf(entries))
    else silent.push(...calls.filter((call) => !told.includes(call)))
  }

  /** What people did since the last look, oldest first; null when the session has ended. */
  async function news(): Promise<HistoryEntry[] | null> {
    const entries: HistoryEntry[] = []
    for (let before: string | null = ''; before !== null; ) {
      const { status, body } = await admin().get(`/admin/history${before && `?before=${before}`}`)
      if (status === 401) return null
      const fresh = body.entries.filter(({ position }: HistoryEntry) => position > last)
      entries.unshift(...fresh.toReversed())
      before = fresh.length === body.entries.length ? body.next : null
    }
    last = entries.at(-1)?.position ?? last
    // What the scheduler does meanwhile is not the command's doing.
    return entries.filter(({ actor }) => actor.kind !== 'scheduler')
  }
}

export function sentencesOf(entries: readonly HistoryEntry[]): string[] {
  const few =
    entries.length < MANY
      ? entries
      : entries.filter(({ type }, index) => entries.findIndex((entry) => entry.type === type) === index)
  return few
    .filter(({ type }) => entries.length < MANY || type !== 'RoundLocked')
    .map(
      ({ sentence, reason }) =>
        `  ${withoutNetwork(sentence)}${reason === null ? '' : `, because: ${reason}`}`,
    )
}

/** Its key is another one in each installation. */
const withoutNetwork = (sentence: string) => sentence.replace(/\bnetwork [\w-]{8}(?=$|[ ,])/, 'network <key>')
