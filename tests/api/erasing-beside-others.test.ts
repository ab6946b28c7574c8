import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLinks } from '../../platform/links/links.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { times } from '../deep/depth.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import type { Answer } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { League } from '../support/league/over-http.ts'
import { withFolder } from '../support/log.ts'
import { tablesOf } from '../support/read-tables.ts'
import { replayInto } from '../support/replay-into.ts'

const PLAYERS = Array.from({ length: times(21) }, (_, index) => `Gloria${index}`)

test('whoever is erased while others change them is gone, and a replay says the same', async () => {
  const dataDir = await folderForTest()
  await copyTemplate(dataDir)
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  const application = await applicationForTest({ clock, dataDir })
  onTestFinished(application.close)
  const league = await aLeague().withPlayers(PLAYERS).withSeason().on(application)
  const [during, afterwards]: [Answer[], Answer[]] = [[], []]
  for (const [index, id] of league.playerIds.entries()) {
    const deletion = () => league.admin.delete(`/admin/users/${id}`)
    const changes = [...changesOf(id, league, application), ...(index % 2 === 0 ? [] : [deletion])]
    let isErased = false
    const erasing = league.admin.post(`/admin/users/${id}/erase`, CONFIRMED).finally(() => {
      isErased = true
    })
    for (let turn = index; !isErased; turn += 1) {
      // Time passes, or a fast machine would switch reminders more often than their limit allows.
      clock.advance(25_000)
      const two = [...changes, ...changes].slice(turn % changes.length).slice(0, 2)
      during.push(...(await Promise.all(two.map((change) => change()))))
    }
    during.push(await erasing)
    afterwards.push(...(await Promise.all(changes.map((change) => change()))))
  }
  expect(during.map(({ status }) => status)).toContain(200)
  // A deletion waits for the tables, and on a slow machine in vain.
  expect(during.filter(({ status }) => ![200, 404, 503].includes(status))).toEqual([])
  expect(afterwards.filter(({ status }) => status !== 404)).toEqual([])
  await application.close()
  await withFolder(dataDir, async ({ database, store }) => {
    const { kysely } = database
    const tables = await tablesOf(kysely, READ_SCHEMA)
    expect(JSON.stringify([tables, await tablesOf(kysely, 'private')])).not.toMatch(/glori/i)
    await replayInto(database, store, 'replay')
    expect(await tablesOf(kysely, 'replay')).toEqual(tables)
  })
})

const CONFIRMED = { confirmation: 'ERASE' }

function changesOf(
  id: number,
  { admin }: League,
  application: ApplicationForTest,
): (() => Promise<Answer>)[] {
  const reminders = (wish: 'on' | 'off') => answerReminder(application, id, wish)
  const rename = (name: string) =>
    admin.put(`/admin/users/${id}`, { name: `${name}${id}`, email: `${name}${id}@example.com` })
  return [
    () => rename('Gloriana'),
    () => admin.post(`/admin/users/${id}/deactivate`),
    () => reminders('off'),
    () => rename('Gloriosa'),
    () => reminders('on'),
  ]
}

/** As from the page behind the link at the end of a reminder. */
async function answerReminder(
  { dataDir, url: appUrl }: ApplicationForTest,
  id: number,
  wish: 'on' | 'off',
): Promise<Answer> {
  const secret = readFileSync(join(dataDir, 'server-secret'), 'utf8')
  const url = openLinks({ secret, appUrl }).reminders.urlFor([{ playerId: id }])
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ reminders: wish }) })
  return { status: response.status, headers: response.headers, text: await response.text(), body: null }
}
