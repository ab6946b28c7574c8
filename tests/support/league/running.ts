import type { Logger } from 'pino'
import type { Passwords } from '../../../commands/accounts/passwords.ts'
import type { Config } from '../../../platform/config/config.ts'
import { type ApplicationForTest, applicationForTest } from '../application.ts'
import { type SettableClock, settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import type { Answer, Http } from '../http.ts'
import type { LeaguePlan } from './a-league.ts'
import { type League, playOverHttp } from './over-http.ts'

export const JWT_SECRET = 'a-secret-that-the-tests-may-know-too'

/** When a league begins, by a clock that stands still until the test moves it. */
export const BEGINS_AT = '2027-01-10T12:00:00.000Z'

/** The answer when a link is asked for, no matter who asks. */
export const LINK_MAY_COME = 'If an admin account with that email exists, a login link will be sent'

export type StartOptions = {
  clock?: SettableClock
  config?: Partial<Config>
  /** A folder of its own unless one is given. */
  dataDir?: string
  lockSettleMs?: number
  log?: Logger
  /** Cheap to hash unless others are given. */
  passwords?: Passwords
}

/** A league and the application that it runs on. */
export type RunningLeague = League & {
  application: ApplicationForTest
  clock: SettableClock
  addAdmin(name: string): Promise<{ id: number; name: string; email: string }>
  /** The token of the newest link of this kind to this address. `not` is one that must have been replaced. */
  linkTo(email: string, template: 'sign-in' | 'reset-password', not?: string): Promise<string>
  /** Sets the clock, and waits until all sports whose lock time has come are locked. */
  lockAt(now: string): Promise<void>
  /** Asks for a link, and answers its token. */
  askForLink(email: string): Promise<string>
  signInByMail(email: string): Promise<Http & { token: string }>
  close(): Promise<void>
}

export async function startLeague(plan: LeaguePlan, options: StartOptions): Promise<RunningLeague> {
  const { clock = settableClock(BEGINS_AT), config, ...rest } = options
  const secret = config?.jwtSecret ?? JWT_SECRET
  const application = await applicationForTest({ clock, config: { ...config, jwtSecret: secret }, ...rest })
  const league = await playOverHttp(plan, application, { secret })
  const { admin, visitor } = league

  const linkTo: RunningLeague['linkTo'] = (email, template, not) =>
    eventually(`a ${template} link to ${email}`, async () => {
      const token = tokenIn(await admin.get('/admin/outbox'), email, template)
      return token !== not && token
    })
  const askForLink = async (email: string) => {
    const before = tokenIn(await admin.get('/admin/outbox'), email, 'sign-in')
    // Nobody gets two within a minute.
    clock.advance(60_000)
    await visitor.post('/auth/send-magic-link', { email })
    return linkTo(email, 'sign-in', before)
  }
  // Assigned, not spread: the ids of the league are read when they are asked for.
  return Object.assign(league, {
    ...{ application, clock, linkTo, askForLink },
    lockAt: async (now: string) => {
      clock.set(now)
      await eventually('the locks', async () => {
        const { body } = await admin.get('/admin/rounds')
        return body.every(
          (sport: { status: string; lock_time: string; cancelled_at?: string }) =>
            sport.status !== 'active' || sport.cancelled_at || sport.lock_time > now,
        )
      })
    },
    addAdmin: async (name: string) => {
      const email = `${name.toLowerCase()}@example.com`
      const { body } = await admin.post('/admin/admins', { name, email })
      return { id: body.id, name, email }
    },
    signInByMail: async (email: string) => {
      const { body } = await visitor.post('/auth/verify-magic-link', { token: await askForLink(email) })
      return { ...visitor.as(body.token), token: body.token }
    },
    close: () => application.close(),
  })
}

type Kept = { to: string; template: string; text: string }

/** Newest first, as the outbox answers. */
function tokenIn({ body }: Answer, email: string, template: string): string | undefined {
  const mail = body.mails.find((kept: Kept) => kept.to === email && kept.template === template)
  return /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
}
