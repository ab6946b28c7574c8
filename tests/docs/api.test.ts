import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { linksOf, setUpAdmin } from '../support/league/over-http.ts'
import { type Document, type Operation, openApiDocument, operationsOf } from '../support/openapi.ts'

const PAGE = join(ROOT, 'docs/api.md')
const page = readFileSync(PAGE, 'utf8')
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text)

/** Why the examples cannot run here, null when they can. */
const curlMissing = spawnSync('curl', ['--version']).status === 0 ? null : 'curl is not on the PATH'
if (curlMissing) console.warn(`SKIPPED: the examples of the API page, because ${curlMissing}`)

let application: ApplicationForTest

beforeAll(async () => {
  application = await applicationForTest()
  await setUpAdmin(application.url)
})
afterAll(() => application?.close())

// `npm test -- tests/docs/api --update` writes the tables again; the diff is the review.
test('the API page lists every call as the OpenAPI document has it', async () => {
  const tables = tablesOf(await openApiDocument(application.url))
  const [before = '', , after = ''] = page.split(/(?<=<!-- calls -->\n)|(?=<!-- \/calls -->)/)
  await expect(`${before}${tables}${after}`).toMatchFileSnapshot(PAGE)
})

test('every address in the examples of the API page is that of a call', async () => {
  const operations = operationsOf(await openApiDocument(application.url))
  const patterns = operations.map(
    ({ call }) => new RegExp(`^${call.split(' ')[1]?.replace(/\{\w+\}/g, '(\\d+|<\\w+>)')}$`),
  )
  const addresses = [...page.matchAll(/\$API(\/\S+)/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(10)
  expect(addresses.filter((address) => !patterns.some((pattern) => pattern.test(address)))).toEqual([])
})

/** A table for each section, in the order of the document. */
function tablesOf(document: Document): string {
  const operations = operationsOf(document)
  return document.tags
    .map(({ name, description }) => {
      const rows = operations.filter(({ tags = [] }) => tags.includes(name)).map(rowOf)
      return `\n### ${name}\n\n${description}\n\n| call | who may | what it does |\n|---|---|---|\n${rows.join('')}`
    })
    .join('')
    .concat('\n')
}

function rowOf({ call, summary, description = '' }: Operation): string {
  const [, who] = /For (.*)\.$/.exec(description) ?? []
  return `| \`${call}\` | ${who} | ${summary} |\n`
}

/** Runs shell lines against the application; each `curl` fails on a refusal. */
async function shell(lines: string): Promise<string> {
  const strict = 'curl() { command curl --silent --show-error --fail-with-body "$@"; echo; }'
  const script = `${strict}\n${lines.replace(/^API=.*$/m, `API=${application.url}/api`)}`
  const { stdout } = await promisify(execFile)('bash', ['-ec', script])
  return stdout
}

test.skipIf(curlMissing)(
  `every example of the API page runs as it stands${curlMissing ? `: ${curlMissing}` : ''}`,
  async () => {
    const [base = '', open = '', signIn = '', season = '', player = ''] = blocks
    expect(blocks).toHaveLength(5)
    // The season comes first: before there is one, there is nothing to look at.
    const half = season.split('curl -X POST $API/admin/rounds/1/lock')
    expect(half).toHaveLength(2)
    const answers = await shell(`${base}${signIn}${half[0]}`)
    expect(answers).toContain('"userCount":1')
    const token = linksOf(application.dataDir).pick.tokenFor({
      seasonId: 1,
      roundId: 1,
      playerId: 1,
    })
    expect(await shell(`${base}${player.replaceAll('<token>', token)}`)).toContain('Your pick is saved')
    const winners = await shell(`${base}${signIn}curl -X POST $API/admin/rounds/1/lock${half[1]}`)
    expect(winners).toMatch(/"place":1,.*"name":"Ann"/)
    expect(await shell(`${base}${open}`)).toContain('"status":"ok"')
  },
)
