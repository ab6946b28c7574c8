import type { Passwords } from '#api/passwords'
import type { Config } from '#platform/config'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { type Answer, type Http, http } from '../support/http.ts'
import { CONNIE, setUpAdmin } from '../support/league.ts'
import { cheapPasswords } from '../support/passwords.ts'

/** The main admin. */
export const MAIN = CONNIE
export const JWT_SECRET = 'a-secret-that-the-tests-may-know-too'

/** The answer when a link is asked for, whoever asks. */
export const LINK_MAY_COME = 'If an admin account with that email exists, a login link will be sent'

export type Office = {
  application: ApplicationForTest
  clock: SettableClock
  visitor: Http
  /** The main admin, signed in and set up. */
  main: Http
  mainToken: string
  addAdmin(name: string): Promise<{ id: number; name: string; email: string }>
  /** The token of the newest link of this kind to this address. `not` is one that must have been replaced. */
  linkTo(email: string, template: 'sign-in' | 'reset-password', not?: string): Promise<string>
  /** Asks for a link, and answers its token. */
  askForLink(email: string): Promise<string>
  signInByMail(email: string): Promise<Http & { token: string }>
  close(): Promise<void>
}

/** An application whose main admin has set up. Its passwords are cheap to hash unless others are given. */
export async function openOffice(
  config: Partial<Config> = {},
  passwords: Passwords = cheapPasswords(),
): Promise<Office> {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  const application = await applicationForTest({
    clock,
    config: { jwtSecret: JWT_SECRET, ...config },
    passwords,
  })
  const visitor = http(application.url)
  const main = await setUpAdmin(application.url)

  const linkTo: Office['linkTo'] = (email, template, not) =>
    eventually(`a ${template} link to ${email}`, async () => {
      const token = tokenIn(await main.get('/admin/outbox'), email, template)
      return token !== not && token
    })
  const askForLink = async (email: string) => {
    const before = tokenIn(await main.get('/admin/outbox'), email, 'sign-in')
    clock.advance(1)
    await visitor.post('/auth/send-magic-link', { email })
    return linkTo(email, 'sign-in', before)
  }
  return {
    ...{ application, clock, visitor, main, mainToken: main.token, linkTo, askForLink },
    addAdmin: async (name) => {
      const email = `${name.toLowerCase()}@example.com`
      const { body } = await main.post('/admin/admins', { name, email })
      return { id: body.id, name, email }
    },
    signInByMail: async (email) => {
      const { body } = await visitor.post('/auth/verify-magic-link', { token: await askForLink(email) })
      return { ...visitor.as(body.token), token: body.token }
    },
    close: () => application.close(),
  }
}

type Kept = { to: string; template: string; text: string }

/** Newest first, as the outbox answers. */
function tokenIn({ body }: Answer, email: string, template: string): string | undefined {
  const mail = body.mails.find((kept: Kept) => kept.to === email && kept.template === template)
  return /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
}
