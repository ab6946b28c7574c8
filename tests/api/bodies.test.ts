import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../api/contract/endpoint.ts'
import { endpoints } from '../../api/contract/endpoints.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { openApiDocument, operationsOf } from '../support/openapi.ts'

/** They change what the body names. */
const NAMES_A_CHANGE = ['PUT /admin/settings', 'PUT /admin/rounds/{id}', 'POST /admin/previews/settings']

const ajv = new Ajv({ strict: false })
const withBody = Object.entries<Endpoint>(endpoints).flatMap(([call, { body }]) =>
  body ? [{ call, isOptional: ajv.validate(body, {}) }] : [],
)
const optional = withBody.filter((one) => one.isOptional).map(({ call }) => call)
const required = withBody.filter((one) => !one.isOptional).map(({ call }) => call)

describe('a request body', () => {
  let application: ApplicationForTest
  let token: string
  beforeAll(async () => {
    application = await applicationForTest()
    token = (await setUpAdmin(application.url)).token
  })
  afterAll(() => application?.close())

  /** The fields for which the request is refused. */
  async function missing(call: string, body: string | null, type?: string): Promise<string[]> {
    const [method = '', path = ''] = call.split(' ')
    const url = `${application.url}/api${path.replace(/{\w*[iI]d}/g, '7').replace(/{\w+}/g, 'x')}`
    const headers = { authorization: `Bearer ${token}`, ...(type !== undefined && { 'content-type': type }) }
    const answer = await fetch(url, { method, headers, body })
    const { details = [] } = (await answer.json()) as { details?: { field: string }[] }
    return details.map(({ field }) => field)
  }

  test('that needs nothing may be left out, be empty or be without fields', async () => {
    expect(optional.length).toBeGreaterThan(12)
    for (const call of optional) {
      expect(await missing(call, null), `${call} without a body`).not.toContain('body')
      expect(await missing(call, '', 'application/json'), `${call} with an empty body`).not.toContain('body')
      expect(await missing(call, '{}', 'application/json'), `${call} with {}`).not.toContain('body')
    }
  })

  test('that needs something is asked for', async () => {
    expect(required).toEqual(expect.arrayContaining(NAMES_A_CHANGE))
    // A pick link is read before the body.
    for (const call of required.filter((one) => !one.includes('{token}'))) {
      expect(await missing(call, null), `${call} without a body`).toEqual(['body'])
      expect(await missing(call, '{}', 'application/json'), `${call} with {}`).not.toEqual([])
    }
  })

  test('with a value of another type hears of the type', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ teams: [{ name: 'Reds' }] })
    const url = `${application.url}/api/admin/rounds/7/teams`
    const answer = await fetch(url, { method: 'POST', headers, body })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'Team name must be a text' }])
  })

  test('is required in the document where it is asked for', async () => {
    const operations = operationsOf(await openApiDocument(application.url))
    const documented = operations.flatMap(({ call, requestBody }) =>
      requestBody ? [{ call, isOptional: !requestBody.required }] : [],
    )
    expect(documented).toEqual(expect.arrayContaining(withBody))
    expect(documented.length).toBe(withBody.length)
  })
})
