import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIRST_ISSUE } from '#platform/pick-link'
import { ROOT } from '../architecture/source-files.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { linksOf, setUpAdmin } from '../support/league/over-http.ts'

const blocks = [...readFileSync(join(ROOT, 'docs/api.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
  ([, text = '']) => text,
)

/** Why the examples cannot run here, null when they can. */
const curlMissing = spawnSync('curl', ['--version']).status === 0 ? null : 'curl is not on the PATH'
if (curlMissing) console.warn(`SKIPPED: the examples of the API page, because ${curlMissing}`)

let application: ApplicationForTest

beforeAll(async () => {
  application = await applicationForTest()
  await setUpAdmin(application.url)
})
afterAll(() => application?.close())

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
    const token = linksOf(application.dataDir).tokenFor({ roundId: 1, playerId: 1, issue: FIRST_ISSUE })
    expect(await shell(`${base}${player.replaceAll('<token>', token)}`)).toContain('Your pick is saved')
    const winners = await shell(`${base}${signIn}curl -X POST $API/admin/rounds/1/lock${half[1]}`)
    expect(winners).toMatch(/"place":1,.*"name":"Ann"/)
    expect(await shell(`${base}${open}`)).toContain('"status":"ok"')
  },
)
