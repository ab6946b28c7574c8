import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdminEvent, admin } from '../../domain/admins/admin.ts'
import { type AdminsEvent, admins } from '../../domain/admins/admins.ts'
import { openEmbedded } from '../../platform/database/database-embedded.ts'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { openAddressKeys } from '../../platform/links/keys.ts'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { SOME_METADATA } from '../support/events.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { done, type Http, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import type { RunningLeague } from '../support/league/running.ts'

describe('the main admin', () => {
  let league: RunningLeague
  let main: Http
  let samId: number
  let mainId: number
  beforeAll(async () => {
    league = await aLeague().start()
    main = league.admin
    mainId = (await main.get('/auth/me')).body.id
  })
  afterAll(() => league?.close())

  test('adds an admin, who can sign in by mail', async () => {
    const { status, body } = await main.post('/admin/admins', { name: ' Sam ', email: ' Sam@example.com ' })
    samId = body.id
    expect({ status, body }).toEqual({
      status: 201,
      body: { message: 'Admin added', id: expect.any(Number), name: 'Sam', email: 'Sam@example.com' },
    })
    const sam = await league.signInByMail('Sam@example.com')
    expect(await sam.get('/auth/me')).toMatchObject({ body: { name: 'Sam', isMainAdmin: false } })
  })

  test('tells the new admin where to sign in, in a mail without a key', async () => {
    const mail = await eventually('the mail', async () =>
      (await done(main.get('/admin/outbox'))).mails.find(
        ({ template }: { template: string }) => template === 'admin-added',
      ),
    )
    expect(mail).toMatchObject({
      ...{ to: 'Sam@example.com', subject: 'Go Make Your Picks: you are an admin now' },
      text: expect.stringContaining('https://picks.test/admin/login'),
    })
  })

  test('sees the admins, newest first', async () => {
    expect(await main.get('/admin/admins')).toMatchObject({
      status: 200,
      body: [
        {
          id: samId,
          name: 'Sam',
          email: 'Sam@example.com',
          is_main_admin: 0,
          created_at: expect.any(String),
        },
        {
          id: mainId,
          name: CONNIE.name,
          email: CONNIE.email,
          is_main_admin: 1,
          created_at: expect.any(String),
        },
      ],
    })
  })

  test('of many who are added at once with one address, one is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        main.post('/admin/admins', { name: 'Twin', email: 'twin@example.com' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  test('renames an admin', async () => {
    const path = `/admin/admins/${samId}/change-name`
    expect(await main.put(path, { newName: 'Samuel' })).toMatchObject({
      status: 200,
      body: { message: 'Name changed', email: 'Sam@example.com', newName: 'Samuel' },
    })
    expect(await main.put(path, { newName: 'S' })).toMatchObject({ status: 400 })
  })

  test('gives an admin another address, which ends their sessions and links', async () => {
    const session = await league.signInByMail('Sam@example.com')
    const token = await league.askForLink('Sam@example.com')
    const path = `/admin/admins/${samId}/change-email`
    expect(await main.put(path, { newEmail: 'samuel@example.com' })).toMatchObject({
      status: 200,
      body: { message: 'Email changed', name: 'Samuel', newEmail: 'samuel@example.com' },
    })
    expect(await session.get('/auth/me')).toMatchObject({ status: 401 })
    expect(await league.visitor.post('/auth/verify-magic-link', { token })).toMatchObject({ status: 401 })
    expect(await main.put(path, { newEmail: CONNIE.email })).toMatchObject({ status: 409 })
  })

  test('cannot touch their own row, nor one that is not there', async () => {
    for (const [id, status] of [
      [mainId, 403],
      [999_999, 404],
    ]) {
      const row = `/admin/admins/${id}`
      expect(await main.put(`${row}/change-name`, { newName: 'Other' })).toMatchObject({ status })
      expect(await main.put(`${row}/change-email`, { newEmail: 'o@example.com' })).toMatchObject({ status })
      expect(await main.delete(row)).toMatchObject({ status })
    }
  })

  test('removes an admin, whose session and links die at once, and whose address is free again', async () => {
    const session = await league.signInByMail('samuel@example.com')
    const token = await league.askForLink('samuel@example.com')
    expect(await main.delete(`/admin/admins/${samId}`)).toMatchObject({ status: 200 })
    expect(await session.get('/auth/me')).toMatchObject({ status: 401 })
    expect(await league.visitor.post('/auth/verify-magic-link', { token })).toMatchObject({ status: 401 })
    expect(await main.delete(`/admin/admins/${samId}`)).toMatchObject({ status: 404 })
    const again = await main.post('/admin/admins', { name: 'Sam', email: 'samuel@example.com' })
    expect(again).toMatchObject({ status: 201 })
  })

  test('reads of each of these once in the history', async () => {
    const { entries } = await done(main.get('/admin/history?per=command&kind=admins'))
    const told = entries.map(({ sentence }: { sentence: string }) => sentence)
    expect(told.slice(0, 3)).toEqual([
      'Connie added the admin Sam, samuel@example.com',
      'Connie removed the admin Samuel',
      'Connie changed the email address of the admin Samuel from Sam@example.com to samuel@example.com',
    ])
    expect(entries[0]).not.toHaveProperty('mixed')
  })
})

describe('a crash between the roster and the admin', () => {
  test('heals when somebody tries again, and every change names who made it', async () => {
    const folder = await temporaryFolder()
    await copyTemplate(folder.path)
    const { path: dataDir } = folder
    const first = await applicationForTest({ dataDir })
    let main: Http = await setUpAdmin(first.url)
    const moving = (await main.post('/admin/admins', { name: 'Mo', email: 'mo@example.com' })).body.id
    const leaving = (await main.post('/admin/admins', { name: 'Lee', email: 'lee@example.com' })).body.id
    await first.close()

    await inTheLog(dataDir, async ({ append, keyOf }) => {
      await append({ type: 'AdminEnlisted', data: { adminId: 77, addressKey: keyOf('new@example.com') } })
      await append({
        type: 'AdminAddressChanged',
        data: { adminId: moving, addressKey: keyOf('moved@example.com') },
      })
      await append({ type: 'AdminDelisted', data: { adminId: leaving } })
    })

    const second = await applicationForTest({ dataDir })
    main = http(second.url)
    const login = await main.post('/auth/login', { email: CONNIE.email, password: CONNIE.password })
    main = main.as(login.body.token)
    for (const email of ['mo@example.com', 'lee@example.com']) {
      expect(
        await main.post('/admin/admins', { name: 'Thief', email }),
        'an address that its admin still signs in with',
      ).toMatchObject({ status: 409 })
    }
    const added = await main.post('/admin/admins', { name: 'New', email: 'new@example.com' })
    expect(added, 'under the id that was enlisted').toMatchObject({ status: 201, body: { id: 77 } })
    const moved = await main.put(`/admin/admins/${moving}/change-email`, { newEmail: 'moved@example.com' })
    expect(moved).toMatchObject({ status: 200 })
    expect(await main.delete(`/admin/admins/${leaving}`)).toMatchObject({ status: 200 })
    const { body } = await main.get('/admin/admins')
    expect(body.map(({ email }: { email: string }) => email).sort()).toEqual(
      [CONNIE.email, 'moved@example.com', 'new@example.com'].sort(),
    )
    await second.close()

    await inTheLog(dataDir, async ({ read }) => {
      for (const id of [77, moving, leaving]) {
        const events = await read(admin.stream(id))
        for (const { metadata } of events)
          expect(metadata.actor).toEqual({ kind: 'admin', id: login.body.admin.id })
      }
      const types = (await read(admin.stream(moving))).map(({ type }) => type)
      expect(types).toEqual(['AdminAdded', 'AdminEmailChanged'] satisfies AdminEvent['type'][])
    })
    await folder.remove()
  })
})

type Log = {
  append(event: AdminsEvent): Promise<unknown>
  read: ReturnType<typeof createPostgresEventStore>['read']
  keyOf(email: string): string
}

/** Opens the log of an application that is closed. */
async function inTheLog(dataDir: string, work: (log: Log) => Promise<void>) {
  const database = await openEmbedded({ dataDir })
  const store = createPostgresEventStore(database, { onError: console.error })
  const keyOf = await openAddressKeys(openPrivateSchema(database.kysely))
  await work({
    read: store.read,
    keyOf,
    append: (event) =>
      store.append(
        admins.stream(),
        [
          {
            id: crypto.randomUUID(),
            ...event,
            metadata: { ...SOME_METADATA, commandId: crypto.randomUUID() },
          },
        ],
        'any',
      ),
  })
  await store.close()
  await database.close()
}
