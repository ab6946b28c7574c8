import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../api/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../api/contract/endpoints.ts'
import { fieldsOf } from '../../api/contract/fields.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { http } from '../support/http.ts'
import { OSCARS } from '../support/league/examples.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { openApiDocument, operationsOf } from '../support/openapi.ts'

/** They change what the body names. */
const NAMES_A_CHANGE = ['PUT /admin/settings', 'PUT /admin/rounds/{id}', 'POST /admin/previews/settings']

const NULL_IN_CONTRACT = [
  ...['POST /admin/seasons commissioner', 'PUT /admin/seasons/{id} commissioner'],
  ...['POST /admin/rounds emailMessage', 'PUT /admin/rounds/{id} emailMessage'],
  ...['second', 'third', 'fourth', 'fifth'].map(
    (place) => `POST /admin/rounds/{id}/complete ${place}PlaceTeam`,
  ),
]

type JsonSchema = { type?: string; anyOf?: JsonSchema[]; properties?: Record<string, JsonSchema> }
const mayBeNull = ({ type, anyOf = [] }: JsonSchema): boolean => type === 'null' || anyOf.some(mayBeNull)

const NO_EVENT = '00000000-0000-0000-0000-000000000000'

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

  test('is refused with the sentences that a form takes from the contract', async () => {
    const admin = http(application.url, token)
    const answers = withBody.map(async ({ call }) => {
      const [method, path = ''] = call.split(' ')
      const limited = Object.entries(fieldsOf(call as EndpointName)).filter(([, { maxLength }]) => maxLength)
      if (!/^P\w+ \/admin/.test(call) || limited.length === 0) return 0
      const body = Object.fromEntries(
        limited.map(([name, { maxLength = 0, list }]) => {
          const tooLong = 'x'.repeat(maxLength + 1)
          return [name, list ? [tooLong] : tooLong]
        }),
      )
      const url = path.replace(/{eventId}/g, NO_EVENT).replace(/{\w+}/g, '7')
      const { body: answer } = await (method === 'PUT' ? admin.put(url, body) : admin.post(url, body))
      expect(answer.details, call).toEqual(
        expect.arrayContaining(
          limited.map(([field, { list, tooLong, sentence }]) =>
            expect.objectContaining({
              field: list ? `${field}.0` : field,
              message: tooLong ?? sentence,
              code: expect.stringMatching(/-/),
            }),
          ),
        ),
      )
      return limited.length
    })
    expect((await Promise.all(answers)).reduce((sum, count) => sum + count)).toBeGreaterThan(30)
    expect(fieldsOf('POST /admin/seasons').yearStart).toEqual({
      required: true,
      minimum: 1990,
      maximum: 2100,
      sentence: 'Start year must be between 1990 and 2100',
    })
  })

  test('that needs nothing may be left out, be empty, be null or be without fields', async () => {
    expect(optional.length).toBeGreaterThan(12)
    for (const call of optional) {
      expect(await missing(call, null), `${call} without a body`).not.toContain('body')
      expect(await missing(call, '', 'application/json'), `${call} with an empty body`).not.toContain('body')
      expect(
        await missing(call, '', 'application/x-www-form-urlencoded'),
        `${call} as curl sends -d ''`,
      ).toEqual(await missing(call, null))
      expect(await missing(call, '{}', 'application/json'), `${call} with {}`).not.toContain('body')
      expect(await missing(call, 'null', 'application/json'), `${call} with null`).not.toContain('body')
    }
  })

  test('that needs something is asked for', async () => {
    expect(required).toEqual(expect.arrayContaining(NAMES_A_CHANGE))
    // A pick link is read before the body.
    for (const call of required.filter((one) => !one.includes('{token}'))) {
      expect(await missing(call, null), `${call} without a body`).toEqual(['body'])
      expect(await missing(call, 'null', 'application/json'), `${call} with null`).toEqual(['body'])
      expect(await missing(call, '{}', 'application/json'), `${call} with {}`).not.toEqual([])
    }
  })

  test.for([
    ['/admin/rounds/7/teams', { teams: [{ name: 'Reds' }] }, 'Team name must be a text'],
    ['/admin/rounds/7/teams', { teams: 'Reds' }, 'teams must be a list'],
    ['/admin/rounds/7/teams', { teams: null }, 'teams must be a list'],
    ['/admin/rounds/7/teams', { teams: [null] }, 'Team name must be a text'],
    ['/admin/rounds', { ...OSCARS, seasonId: 1, slotNames: [null] }, 'Name of a pick must be a text'],
    ['/admin/users/bulk', { players: {} }, 'players must be a list'],
    ['/admin/users/bulk/deactivate', { userIds: 7 }, 'userIds must be a list'],
    ['/admin/picks', { userId: 1, roundId: 1, picks: 'Reds' }, 'picks must be a list'],
    ['/admin/picks', { userId: 1, roundId: 1, picks: [7] }, 'A pick must be a text'],
    ['/admin/users', { name: 7, email: '' }, 'Name must be a text'],
    ['/admin/admins', { name: 7, email: 'sam@example.com' }, 'Name must be a text'],
  ] as const)('with a value of another type hears of the type: %s %j', async ([path, values, error]) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify(values)
    const answer = await fetch(`${application.url}/api${path}`, { method: 'POST', headers, body })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error }])
  })

  test('takes null for exactly those fields that may be null in the document', async () => {
    const operations = operationsOf(await openApiDocument(application.url))
    const fields = operations.flatMap(({ call, requestBody }) => {
      const { properties = {} } = (requestBody?.content['application/json']?.schema ?? {}) as JsonSchema
      return Object.entries(properties).map(([field, schema]) => ({
        ...{ call, field },
        isNullable: mayBeNull(schema),
      }))
    })
    const nullable = fields.filter((one) => one.isNullable).map(({ call, field }) => `${call} ${field}`)
    expect(nullable).toEqual(expect.arrayContaining(NULL_IN_CONTRACT))
    // What is in the path is read before the body.
    for (const { call, field, isNullable } of fields.filter((one) => !/{(token|eventId)}/.test(one.call))) {
      const refused = await missing(call, JSON.stringify({ [field]: null }), 'application/json')
      expect(refused.includes(field), `${call} with ${field}: null`).toBe(!isNullable)
    }
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
