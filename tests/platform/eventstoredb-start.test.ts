import { expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from '../architecture/source-files.ts'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { temporaryFolder } from '../support/folder.ts'
import { http } from '../support/http.ts'
import { setUpAdmin, signIn } from '../support/league/over-http.ts'

test('a database that has followed one log refuses to follow another, and goes on with its own', async () => {
  const double = await startEventStoreDbDouble()
  const folder = await temporaryFolder()
  const dataDir = folder.path
  await copyTemplate(dataDir)
  const start = (config = {}) => applicationForTest({ dataDir, config })
  const first = await start()
  await setUpAdmin(first.url)
  await first.close()

  await expect(start({ eventStoreUrl: double.url })).rejects.toThrow(
    /^The event log lacks events that the database has taken: .*set EVENTSTORE_URL as it was/,
  )

  const again = await start()
  expect(await (await signIn(again.url)).get('/auth/me')).toMatchObject({ body: { name: 'Connie' } })
  await again.close()
  await double.stop()
  await folder.remove()
})

test('a league in EventStoreDB is all there after a restart of the application and of the server', async () => {
  const double = await startEventStoreDbDouble()
  const folder = await temporaryFolder()
  await copyTemplate(folder.path)
  const start = () => applicationForTest({ dataDir: folder.path, config: { eventStoreUrl: double.url } })
  const first = await start()
  const admin = await setUpAdmin(first.url)
  expect(await admin.post('/admin/users', { name: 'Ann', email: '' })).toMatchObject({ status: 201 })
  await first.close()
  await double.stop()
  await double.start()

  const again = await start()
  expect(await http(again.url).get('/health')).toMatchObject({ body: { status: 'ok' } })
  const { body } = await (await signIn(again.url)).get('/admin/users')
  expect(body).toMatchObject([{ name: 'Ann' }])
  await again.close()
  await double.stop()
  await folder.remove()
})

test('the client of EventStoreDB is loaded by nobody who keeps the log elsewhere', () => {
  const imports = ({ path, imports }: SourceFile) =>
    imports.filter(({ from, typeOnly }) => from === '@eventstore/db-client' && !typeOnly).map(() => path)
  expect(sourceFiles().flatMap(imports)).toEqual([
    'platform/event-store/eventstoredb/eventstoredb-connection.ts',
  ])
  const connection = sourceFiles().find(
    ({ path }) => path === 'platform/event-store/eventstoredb/eventstoredb-connection.ts',
  )?.text
  expect(connection).toMatch(/ import\('@eventstore\/db-client'\)/)
  expect(connection).not.toMatch(/^import (?!type).*'@eventstore/m)
})
