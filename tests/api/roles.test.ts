import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '../../api/contract/endpoint.ts'
import { endpoints } from '../../api/contract/endpoints.ts'
import { type ApplicationForTest, applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { type Answer, type Http, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

/** Who may make a call, by the first that fits. The contract says so once more for each call. */
const ACCESS: readonly [Access, RegExp][] = [
  ['public', /^(GET \/health|\w+ \/public)\b/],
  ['public', / \/(picks\/(validate\/)?|me\/)\{token\}/],
  ['public', /^POST \/auth\/(request-login|(send|check|verify)-magic-link|login|verify-second-factor)$/],
  ['public', /^POST \/auth\/(forgot|reset)-password$/],
  ['main_admin', /^POST \/auth\/change-password$/],
  ['admin', /^POST \/auth\/change-(email|name)$/],
  ['setup', / \/auth\//],
  ['main_admin', / \/admin\/(admins|health|operations|outbox|seed)\b/],
  ['main_admin', /^PUT \/admin\/settings\/(email-notifications|second-factor)$/],
  ['main_admin', /\/(erase|permanent)$/],
  ['admin', / \/admin\//],
]

/** Asked last: it ends every session of the caller. */
const LAST = 'DELETE /auth/sessions'
const CALLS = [...Object.keys(endpoints).filter((call) => call !== LAST), LAST].map((call) => ({
  ...{ call, access: ACCESS.find(([, calls]) => calls.test(call))?.[0] ?? 'main_admin' },
}))

/** What each sort of caller is answered; `through` means that the guard lets the request reach the route. */
const GUARD = {
  public: {
    nobody: 'through',
    secondary: 'through',
    main: 'through',
    removed: 'through',
    unready: 'through',
  },
  setup: { nobody: 401, secondary: 'through', main: 'through', removed: 401, unready: 'through' },
  admin: { nobody: 401, secondary: 'through', main: 'through', removed: 401, unready: 403 },
  main_admin: { nobody: 401, secondary: 403, main: 'through', removed: 401, unready: 403 },
} as const satisfies Record<Access, Record<string, 401 | 403 | 'through'>>

type Caller = keyof (typeof GUARD)[Access]

let league: RunningLeague
let fresh: ApplicationForTest
let callers: Record<Caller, Http>
/** The same people in sessions that may end. */
let leaving: Record<Caller, Http>

beforeAll(async () => {
  league = await aLeague().start()
  fresh = await applicationForTest()
  await league.addAdmin('Sam')
  const gone = await league.addAdmin('Gone')
  const removed = await league.signInByMail(gone.email)
  const secondary = await league.signInByMail('sam@example.com')
  await league.admin.delete(`/admin/admins/${gone.id}`)
  const unready = await http(fresh.url).post('/auth/login', FIRST_ADMIN)
  callers = {
    nobody: league.visitor,
    secondary,
    main: league.admin,
    removed,
    unready: http(fresh.url).as(unready.body.token),
  }
  const signedIn = async (url: string, body: object) => {
    const visitor = http(url)
    return visitor.as((await visitor.post('/auth/login', body)).body.token)
  }
  leaving = {
    ...callers,
    secondary: await league.signInByMail('sam@example.com'),
    main: await signedIn(league.application.url, { email: CONNIE.email, password: CONNIE.password }),
    unready: await signedIn(fresh.url, FIRST_ADMIN),
  }
})
afterAll(async () => {
  await league?.close()
  await fresh?.close()
})

describe.each(CALLS)('$call', ({ call, access }) => {
  test.each(Object.entries(GUARD[access]))('answers %s: %s', async (caller, expected) => {
    const { [caller as Caller]: who } = call === 'POST /auth/logout' ? leaving : callers
    const { status } = await ask(who, call)
    if (expected === 'through') expect([401, 403]).not.toContain(status)
    else expect(status).toBe(expected)
    expect(status).toBeLessThan(500)
  })
})

/** Ids that do not exist and an empty body: nothing changes, whoever gets through. */
function ask(caller: Http, call: string): Promise<Answer> {
  const [method = '', pattern = ''] = call.split(' ')
  const path = pattern.replace(/\{\w+\}/g, '999999')
  if (method === 'GET') return caller.get(path)
  if (method === 'DELETE') return caller.delete(path)
  return method === 'PUT' ? caller.put(path, {}) : caller.post(path, {})
}
