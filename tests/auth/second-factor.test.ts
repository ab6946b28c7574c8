import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Guarded, guardedAdmins, OVER, STEP_MS, WRONG } from '../support/guarded-admins.ts'
import { done, type Http } from '../support/http.ts'
import { CONNIE } from '../support/league/examples.ts'

const LOCK_MS = 15 * 60_000
const CHALLENGE_MS = 5 * 60_000

const { league, signedIn, guarded, codeOf, wrongCodeOf, challengeFor, verify, entriesOf } = guardedAdmins()

/** The subjects of those about the second factor, newest first. */
const mailsTo = async (email: string): Promise<string[]> => {
  const { mails } = await done(league().admin.get('/admin/outbox'))
  return mails
    .filter((mail: Mail) => mail.to === email && mail.template === 'second-factor-changed')
    .map((mail: Mail) => mail.subject)
}

type Mail = { to: string; template: string; subject: string }

describe('setting up', () => {
  test('is done once a code has proven it: until then signing in asks for none', async () => {
    const { email, session } = await signedIn()
    const { secret, uri, qrCode } = await done(session.post('/auth/second-factor/setup', {}))
    expect(uri).toContain(`secret=${secret}`)
    expect(qrCode).toMatch(/^<svg .*<\/svg>$/s)
    expect(await session.post('/auth/second-factor/confirm', { code: wrongCodeOf(secret) })).toMatchObject(
      WRONG,
    )
    expect((await session.get('/auth/second-factor')).body).toMatchObject({ isOn: false })
    expect((await league().signInByMail(email)).token).toBeTypeOf('string')
  })

  test('shows ten recovery codes, ends every other session, and mails it', async () => {
    const { email, session } = await signedIn()
    const other = await league().signInByMail(email)
    const { secret } = await done(session.post('/auth/second-factor/setup', {}))
    const { token, recoveryCodes } = await done(
      session.post('/auth/second-factor/confirm', { code: codeOf(secret) }),
    )
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect(await other.get('/auth/me')).toMatchObject({ status: 401 })
    expect(await session.get('/auth/me')).toMatchObject({ status: 401 })
    expect((await session.as(token).get('/auth/second-factor')).body).toEqual({
      isOn: true,
      isRequired: false,
      asksPassword: false,
      recoveryCodesLeft: 10,
    })
    expect(await mailsTo(email)).toEqual([expect.stringContaining('your two-step sign-in was turned on')])
  })

  test('asks the main admin for the password first', async () => {
    const { admin } = league()
    expect((await admin.get('/auth/second-factor')).body).toMatchObject({ asksPassword: true })
    expect(await admin.post('/auth/second-factor/setup', {})).toMatchObject({ status: 400 })
    const wrong = await admin.post('/auth/second-factor/setup', { currentPassword: 'Wrong-Horse-7' })
    expect(wrong).toMatchObject({ status: 401, body: { details: [{ field: 'currentPassword' }] } })
    await done(admin.post('/auth/second-factor/setup', { currentPassword: CONNIE.password }))
  })

  test('again needs a code, and leaves the app from before on until the new one has shown one', async () => {
    const { email, session, secret } = await guarded()
    expect(await session.post('/auth/second-factor/setup', {})).toMatchObject({ status: 400 })
    const again = await done(session.post('/auth/second-factor/setup', { code: codeOf(secret) }))
    league().clock.advance(STEP_MS)
    expect(await verify(await challengeFor(email), codeOf(secret))).toMatchObject({ status: 200 })
    await done(session.post('/auth/second-factor/confirm', { code: codeOf(again.secret) }))
    league().clock.advance(STEP_MS)
    const challenge = await challengeFor(email)
    expect(await verify(challenge, codeOf(secret))).toMatchObject(WRONG)
    expect(await verify(challenge, codeOf(again.secret))).toMatchObject({ status: 200 })
  })
})

describe('a code', () => {
  let own: Guarded
  beforeEach(async () => {
    own = await guarded()
  })

  test('is asked for after a link, and opens a session', async () => {
    const answer = await league().visitor.post('/auth/verify-magic-link', {
      token: await league().askForLink(own.email),
    })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({ secondFactorRequired: true, challenge: expect.any(String) })
    const { body } = await verify(answer.body.challenge, codeOf(own.secret))
    expect(await league().visitor.as(body.token).get('/auth/me')).toMatchObject({ status: 200 })
    const [entry] = await entriesOf(own.id, 'sign-ins')
    expect(entry?.sentence).toMatch(/signed in from network [\w-]{8} by a sign-in link and a code$/)
  })

  test('works once, however it is typed', async () => {
    const first = await challengeFor(own.email)
    const second = await challengeFor(own.email)
    const code = codeOf(own.secret)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    expect(await verify(first, spaced)).toMatchObject({ status: 200 })
    expect(await verify(second, code)).toMatchObject(WRONG)
    expect(await verify(second, codeOf(own.secret, -1))).toMatchObject(WRONG)
    expect(await verify(second, codeOf(own.secret, 1))).toMatchObject({ status: 200 })
  })

  test('that comes many times at once opens one session', async () => {
    const challenges = [await challengeFor(own.email), await challengeFor(own.email)]
    const code = codeOf(own.secret)
    const answers = await Promise.all(
      [...challenges, ...challenges].map((challenge) => verify(challenge, code)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('may be one step early or late, and no more', async () => {
    const challenge = await challengeFor(own.email)
    expect(await verify(challenge, codeOf(own.secret, -2))).toMatchObject(WRONG)
    expect(await verify(challenge, codeOf(own.secret, 2))).toMatchObject(WRONG)
    expect(await verify(challenge, codeOf(own.secret, -1))).toMatchObject({ status: 200 })
    expect(await verify(await challengeFor(own.email), codeOf(own.secret, 1))).toMatchObject({ status: 200 })
  })

  test('locks codes after five wrong ones, and a right link forgives nothing', async () => {
    const first = await challengeFor(own.email)
    const challenge = await challengeFor(own.email)
    for (const used of [first, first, first, challenge, challenge]) {
      expect(await verify(used, wrongCodeOf(own.secret))).toMatchObject(WRONG)
    }
    expect(await verify(challenge, codeOf(own.secret))).toMatchObject({
      status: 403,
      body: { lockedUntil: expect.any(String) },
    })
    expect(await verify(challenge, own.recoveryCodes[0] ?? '')).toMatchObject({ status: 403 })
    const locked = await eventually('the lock in the history', async () => {
      const [entry] = await entriesOf(own.id, 'sign-ins')
      return entry?.type === 'AdminSignInLocked' && entry
    })
    expect(locked.sentence).toMatch(/stopped accepting codes for Sam\d+ for a while, after 5 wrong codes/)

    await expect
      .poll(() => mailsTo(own.email))
      .toEqual([
        expect.stringContaining('your two-step sign-in was locked'),
        expect.stringContaining('your two-step sign-in was turned on'),
      ])

    league().clock.advance(LOCK_MS)
    expect(await verify(await challengeFor(own.email), codeOf(own.secret))).toMatchObject({ status: 200 })
    const [entry] = await entriesOf(own.id, 'sign-ins')
    expect(entry?.sentence).toMatch(/a sign-in link and a code, after 5 wrong codes$/)
  })
})

test('wrong codes before a reset are told at the next sign-in, which needs none', async () => {
  const { id, email, secret } = await guarded()
  expect(await verify(await challengeFor(email), wrongCodeOf(secret))).toMatchObject(WRONG)
  const reason = 'The phone is gone'
  await done(league().admin.post(`/admin/admins/${id}/reset-second-factor`, { reason }))
  const sentences = async () => (await entriesOf(id, 'sign-ins')).map(({ sentence }) => sentence)
  await league().signInByMail(email)
  expect((await sentences())[0]).toMatch(/by a sign-in link, after 1 wrong code$/)
  await league().signInByMail(email)
  expect((await sentences())[0]).toMatch(/by a sign-in link$/)
})

describe('a recovery code', () => {
  test('stands for a code once, and fewer are left', async () => {
    const own = await guarded()
    const [code = ''] = own.recoveryCodes
    const { body } = await verify(await challengeFor(own.email), code.toLowerCase().replaceAll('-', ' '))
    expect((await league().visitor.as(body.token).get('/auth/second-factor')).body.recoveryCodesLeft).toBe(9)
    expect(await verify(await challengeFor(own.email), code)).toMatchObject(WRONG)
    const sentences = (await entriesOf(own.id, 'sign-ins')).map(({ sentence }) => sentence)
    expect(sentences).toContainEqual(expect.stringMatching(/by a sign-in link and a recovery code$/))
  })

  test('no longer works once there are new ones', async () => {
    const own = await guarded()
    const path = '/auth/second-factor/recovery-codes'
    expect(await own.session.post(path, { code: wrongCodeOf(own.secret) })).toMatchObject(WRONG)
    const { recoveryCodes } = await done(own.session.post(path, { code: codeOf(own.secret) }))
    expect(await mailsTo(own.email)).toContainEqual(
      expect.stringContaining('your recovery codes were replaced'),
    )
    const challenge = await challengeFor(own.email)
    expect(await verify(challenge, own.recoveryCodes[0] ?? '')).toMatchObject(WRONG)
    expect(await verify(challenge, recoveryCodes[0])).toMatchObject({ status: 200 })
  })
})

test('an admin with neither password nor code signs in again for what proves who somebody is', async () => {
  const { email, session } = await signedIn()
  const answersTo = async (own: Http) => [
    await own.post('/auth/second-factor/setup', {}),
    await own.post('/auth/change-email', { newEmail: `new.${email}` }),
  ]
  league().clock.advance(10 * 60_000)
  const refused = { status: 409, body: { error: expect.stringMatching(/^Sign out and sign in again first/) } }
  expect(await answersTo(session)).toMatchObject([refused, refused])
  expect((await answersTo(await league().signInByMail(email))).map(({ status }) => status)).toEqual([
    200, 200,
  ])
})

test('a new address of the own needs a code, and no password can take its place', async () => {
  const { email, session, secret } = await guarded()
  const newEmail = `new.${email}`
  const change = (proof: object) => session.post('/auth/change-email', { newEmail, ...proof })
  expect(await change({})).toMatchObject({ status: 400, body: { details: [{ field: 'code' }] } })
  expect(await change({ currentPassword: CONNIE.password })).toMatchObject({ status: 400 })
  expect(await change({ code: wrongCodeOf(secret) })).toMatchObject(WRONG)
  const { token } = await done(change({ code: codeOf(secret) }))
  expect(await session.as(token).get('/auth/me')).toMatchObject({ body: { email: newEmail } })
})

describe('a challenge', () => {
  test('is over after five minutes, after a sign-in, and with the sessions of the account', async () => {
    const own = await guarded()
    const late = await challengeFor(own.email)
    league().clock.advance(CHALLENGE_MS)
    expect(await verify(late, codeOf(own.secret))).toMatchObject(OVER)

    const used = await challengeFor(own.email)
    await done(verify(used, codeOf(own.secret)))
    league().clock.advance(STEP_MS)
    expect(await verify(used, codeOf(own.secret))).toMatchObject(OVER)

    const before = await challengeFor(own.email)
    await done(league().admin.delete(`/admin/admins/${own.id}/sessions`))
    expect(await verify(before, codeOf(own.secret))).toMatchObject(OVER)
    expect(await verify('made-up', codeOf(own.secret))).toMatchObject(OVER)
  })

  test('is no link, and a link is no challenge', async () => {
    const own = await guarded()
    const token = await challengeFor(own.email)
    expect(await league().visitor.post('/auth/verify-magic-link', { token })).toMatchObject({ status: 401 })
    expect(await verify(await league().askForLink(own.email), codeOf(own.secret))).toMatchObject(OVER)
  })
})

// Last: it ends the session of the main admin.
test('a new address of an admin with a password needs the password and a code', async () => {
  const { admin } = league()
  const { currentPassword, newEmail } = { currentPassword: CONNIE.password, newEmail: 'moved@example.com' }
  const { secret } = await done(admin.post('/auth/second-factor/setup', { currentPassword }))
  const confirmed = await done(admin.post('/auth/second-factor/confirm', { code: codeOf(secret) }))
  league().clock.advance(STEP_MS)
  const session = admin.as(confirmed.token)
  const change = (proof: object) => session.post('/auth/change-email', { newEmail, ...proof })
  const code = codeOf(secret)
  expect(await change({ code })).toMatchObject({ body: { details: [{ field: 'currentPassword' }] } })
  expect(await change({ currentPassword })).toMatchObject({ body: { details: [{ field: 'code' }] } })
  expect(await change({ code, currentPassword: 'Wrong-Horse-7' })).toMatchObject({ status: 401 })
  await done(change({ code, currentPassword }))
})
