import { describe, expect, test } from 'vitest'
import { guardedAdmins, OVER, STEP_MS, WRONG } from '../support/guarded-admins.ts'
import { done } from '../support/http.ts'
import { CONNIE } from '../support/league/examples.ts'

const { league, signedIn, guarded, codeOf, wrongCodeOf, challengeFor, verify, entriesOf } = guardedAdmins()

describe('a second factor goes', () => {
  test('when its owner turns it off with a code', async () => {
    const own = await guarded()
    const off = (code: string) => own.session.delete('/auth/second-factor', { code })
    expect(await off(wrongCodeOf(own.secret))).toMatchObject(WRONG)
    await done(off(codeOf(own.secret)))
    expect(await off(codeOf(own.secret))).toMatchObject({ status: 409 })
    expect((await league().signInByMail(own.email)).token).toBeTypeOf('string')
    expect((await entriesOf(own.id, 'admins')).slice(0, 2).map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^Sam\d+ turned off two-step sign-in$/),
      expect.stringMatching(/^Sam\d+ set up two-step sign-in, and signed out everywhere else$/),
    ])
  })

  test('when the main admin resets it, who has to say why', async () => {
    const own = await guarded()
    const reset = (body: object) => league().admin.post(`/admin/admins/${own.id}/reset-second-factor`, body)
    const listed = async () =>
      (await league().admin.get('/admin/admins')).body.find(({ id }: { id: number }) => id === own.id)
    expect(await listed()).toMatchObject({ has_second_factor: 1 })
    expect(await reset({})).toMatchObject({ status: 400 })
    await done(reset({ reason: 'The phone is gone' }))
    expect(await listed()).toMatchObject({ has_second_factor: 0 })
    expect(await own.session.get('/auth/me')).toMatchObject({ status: 401 })
    expect((await league().signInByMail(own.email)).token).toBeTypeOf('string')
    expect(await reset({ reason: 'Again' })).toMatchObject({ status: 409 })
    const [entry] = await entriesOf(own.id, 'admins')
    expect(entry).toMatchObject({
      sentence: expect.stringMatching(/reset the two-step sign-in of Sam\d+, who is signed out everywhere$/),
      reason: 'The phone is gone',
    })
  })

  test('with an admin who is removed, and nothing of it is in the log', async () => {
    const own = await guarded()
    const challenge = await challengeFor(own.email)
    await done(league().admin.delete(`/admin/admins/${own.id}`))
    expect(await verify(challenge, codeOf(own.secret))).toMatchObject(OVER)
    const told = JSON.stringify([await entriesOf(own.id, 'admins'), await entriesOf(own.id, 'sign-ins')])
    for (const secret of [own.secret, ...own.recoveryCodes]) expect(told).not.toContain(secret)
  })
})

describe('a second factor that is asked of every admin', () => {
  const ask = (required: boolean) => league().admin.put('/admin/settings/second-factor', { required })

  test('it leaves those without one nothing but the setup, and nobody can turn it off', async () => {
    const own = await guarded()
    const { session } = await signedIn()
    expect(await own.session.put('/admin/settings/second-factor', { required: true })).toMatchObject({
      status: 403,
    })
    expect((await done(ask(true))).second_factor_required).toBe('true')
    expect(await session.get('/admin/users')).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('set up two-step sign-in first') },
    })
    expect((await session.get('/auth/me')).body).toMatchObject({ must_set_up_second_factor: 1 })
    expect(await own.session.get('/admin/users')).toMatchObject({ status: 200 })
    expect(await own.session.delete('/auth/second-factor', { code: codeOf(own.secret) })).toMatchObject({
      status: 409,
      body: { error: 'Two-step sign-in stays on: the main admin requires it' },
    })

    const { secret } = await done(session.post('/auth/second-factor/setup', {}))
    const { token } = await done(session.post('/auth/second-factor/confirm', { code: codeOf(secret) }))
    expect(await session.as(token).get('/admin/users')).toMatchObject({ status: 200 })
    expect((await session.as(token).get('/auth/me')).body).toMatchObject({ must_set_up_second_factor: 0 })
  })

  test('the main admin sets one up too, and leaves it to each admin again', async () => {
    expect(await ask(false)).toMatchObject({ status: 403 })
    const body = { currentPassword: CONNIE.password }
    const { secret } = await done(league().admin.post('/auth/second-factor/setup', body))
    const { token } = await done(league().admin.post('/auth/second-factor/confirm', { code: codeOf(secret) }))
    const admin = league().admin.as(token)
    expect((await done(admin.put('/admin/settings/second-factor', { required: false }))).message).toBe(
      'Two-step sign-in is optional',
    )
    league().clock.advance(STEP_MS)
    const login = await league().visitor.post('/auth/login', CONNIE)
    expect(login.body).toEqual({ secondFactorRequired: true, challenge: expect.any(String) })
    expect(await verify(login.body.challenge, codeOf(secret))).toMatchObject({ status: 200 })
    await done(admin.delete('/auth/second-factor', { code: codeOf(secret, 1) }))
  })
})
