import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { HistoryEntry } from '../../api/contract/history.ts'
import { type Answer, done, type Http } from './http.ts'
import { aLeague } from './league/a-league.ts'
import type { RunningLeague } from './league/running.ts'

export const STEP_MS = 30_000
const HOUR_MS = 3_600_000

/** How a wrong code is answered, and a challenge that is over. */
export const WRONG = { status: 401, body: { details: [{ field: 'code' }] } }
export const OVER = { status: 401, body: { error: 'This took too long. Please sign in again' } }

type SignedIn = { id: number; email: string; session: Http }

/** An admin of a test's own, with what their app knows. */
export type Guarded = SignedIn & { secret: string; recoveryCodes: string[] }

type GuardedAdmins = {
  league: () => RunningLeague
  signedIn(): Promise<SignedIn>
  guarded(): Promise<Guarded>
  /** What the app shows, so many steps from now. */
  codeOf(secret: string, steps?: number): string
  wrongCodeOf(secret: string): string
  challengeFor(email: string): Promise<string>
  verify(challenge: string, code: string): Promise<Answer>
  entriesOf(admin: number, kind: string): Promise<HistoryEntry[]>
}

/** A league for one file, whose tests add admins with a second factor. */
export function guardedAdmins(): GuardedAdmins {
  let league: RunningLeague
  let admins = 0
  beforeAll(async () => {
    league = await aLeague().start()
  })
  // Links are limited by the hour.
  beforeEach(() => league.clock.advance(HOUR_MS))
  afterAll(() => league?.close())

  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: Date.parse(league.clock.now()) + steps * STEP_MS })
  const signedIn = async () => {
    admins += 1
    const { id, email } = await league.addAdmin(`Sam${admins}`)
    return { id, email, session: await league.signInByMail(email) }
  }
  return {
    league: () => league,
    signedIn,
    codeOf,
    guarded: async () => {
      const { id, email, session } = await signedIn()
      const { secret } = await done(session.post('/auth/second-factor/setup', {}))
      const code = codeOf(secret)
      const { token, recoveryCodes } = await done(session.post('/auth/second-factor/confirm', { code }))
      league.clock.advance(STEP_MS)
      return { id, email, session: session.as(token), secret, recoveryCodes }
    },
    wrongCodeOf: (secret) =>
      ['000000', '111111', '222222', '333333'].find((code) =>
        [-1, 0, 1].every((steps) => codeOf(secret, steps) !== code),
      ) ?? '',
    challengeFor: async (email) => {
      const token = await league.askForLink(email)
      return (await done(league.visitor.post('/auth/verify-magic-link', { token }))).challenge
    },
    verify: (challenge, code) => league.visitor.post('/auth/verify-second-factor', { challenge, code }),
    entriesOf: async (admin, kind) =>
      (await league.admin.get(`/admin/history?kind=${kind}&admin=${admin}`)).body.entries,
  }
}
