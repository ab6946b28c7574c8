import { afterEach, describe, expect, test } from 'vitest'
import { changeSettings, settings, switchNotifications } from '#domain/settings'
import { followReactions } from '#scheduler/reactions'
import { settableClock } from '../support/clock.ts'
import { DERBY, DERBY_LOCKS_AT, openDerby } from '../support/derby.ts'
import { eventually } from '../support/eventually.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

const START = '2027-01-10T12:00:00.000Z'
const ANN = { name: 'Ann', email: 'ann@example.com' }
const BOB = { name: 'Bob', email: 'ann@example.com' }
const CLEO = { name: 'Cleo', email: null }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function parts() {
  const made = await schedulerParts({ clock: settableClock(START) })
  cleanups.push(made.close)
  return made
}

/** Runs until the reactions have come to the head of the log. */
async function reactToAll(services: SchedulerParts) {
  const stop = new AbortController()
  const { finished } = followReactions(services, stop.signal)
  const head = await services.store.head()
  await eventually('the reactions', async () => {
    const row = await services.vault.selectFrom('reactions').select('position').executeTakeFirst()
    return row && row.position >= head
  })
  stop.abort()
  await finished
}

const forgetCheckpoint = ({ vault }: SchedulerParts) => vault.deleteFrom('reactions').execute()

describe('when a round is activated', () => {
  test('each recipient with an address gets one mail, also where two share an address', async () => {
    const services = await parts()
    await openDerby(services, [ANN, BOB, CLEO])
    await reactToAll(services)
    const mails = await services.outbox()
    expect(mails.map(({ recipient_name, recipient_address }) => [recipient_name, recipient_address])).toEqual(
      expect.arrayContaining([
        ['Ann', 'ann@example.com'],
        ['Bob', 'ann@example.com'],
      ]),
    )
    expect(mails).toHaveLength(2)
    expect(new Set(mails.map(({ body_text }) => body_text.match(/https:\S+/)?.[0])).size).toBe(2)
    for (const mail of mails) {
      expect(mail).toMatchObject({ state: 'queued', round_id: DERBY, useless_at: DERBY_LOCKS_AT })
    }
  })

  test('no second mail is queued by a second run, or after the checkpoint was lost', async () => {
    const services = await parts()
    await openDerby(services, [ANN, BOB, CLEO])
    await reactToAll(services)
    const mails = await services.outbox()
    await reactToAll(services)
    await forgetCheckpoint(services)
    await reactToAll(services)
    await forgetCheckpoint(services)
    await Promise.all([reactToAll(services), reactToAll(services)])
    expect(await services.outbox()).toEqual(mails)
  })

  test('mail that is switched off is kept as suppressed, and not sent when it is switched on', async () => {
    const services = await parts()
    await services.tell(settings, [], (state) => switchNotifications(state, false))
    await openDerby(services, [ANN])
    await reactToAll(services)
    expect(await services.outbox()).toMatchObject([{ state: 'suppressed' }])
    await services.tell(settings, [], (state) => switchNotifications(state, true))
    await forgetCheckpoint(services)
    await reactToAll(services)
    expect(await services.outbox()).toMatchObject([{ state: 'suppressed' }])
  })
})

describe('what people typed', () => {
  const HOSTILE = `<script>alert("x")</script> & 'Ünï' 🏆\r\nBcc: victim@example.com`

  test('is escaped in the HTML, adds no line to the subject, and stays as it is in the text', async () => {
    const services = await parts()
    await services.tell(settings, [], (state) =>
      changeSettings(state, { ...state, branding: { ...state.branding, title: HOSTILE, tagline: HOSTILE } }),
    )
    const details = { sportName: HOSTILE, emailMessage: HOSTILE }
    await openDerby(services, [{ name: HOSTILE, email: 'ann@example.com' }], details, HOSTILE)
    await reactToAll(services)
    const [mail] = await services.outbox()
    expect(mail?.recipient_address).toBe('ann@example.com')
    for (const line of [mail?.subject ?? '', mail?.recipient_name ?? '']) {
      expect(line).toContain('<script>')
      expect(line).not.toMatch(/\p{Cc}/u)
    }
    expect(mail?.body_html).not.toContain('<script')
    expect(mail?.body_html).toContain(
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;Ünï&#39; 🏆',
    )
    expect(mail?.body_text).toContain(`Hi ${HOSTILE}`)
  })
})
