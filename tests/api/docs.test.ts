import { Ajv, type ValidateFunction } from 'ajv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../api/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../api/contract/endpoints.ts'
import { REFUSALS } from '../../api/contract/refusals.ts'
import { CALLERS } from '../../api/docs/docs.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import {
  type Document,
  examplesOf,
  type Operation,
  openApiDocument,
  operationsOf,
} from '../support/openapi.ts'

let application: ApplicationForTest
let document: Document
let operations: Operation[]
beforeAll(async () => {
  application = await applicationForTest()
  document = await openApiDocument(application.url)
  operations = operationsOf(document)
})
afterAll(() => application?.close())

/** The operations that break a rule, each with what it lacks. */
const offenders = (rule: (operation: Operation) => readonly string[]) =>
  operations.flatMap((operation) => rule(operation).map((what) => `${operation.call}: ${what}`))

test('the document has every call of the contract, and no call that is not in it', () => {
  expect(operations.map(({ call }) => call).sort()).toEqual(Object.keys(endpoints).sort())
})

test('every call has a schema for its answers and its refusals', () => {
  for (const { call, responses } of operations) {
    const neverRefuses = accessTo(call) === 'public' && call.startsWith('GET') && !call.includes('{')
    expect(Object.keys(responses), call).toEqual(
      expect.arrayContaining([expect.stringMatching(/^20[012]$/), ...(neverRefuses ? [] : ['4XX']), '5XX']),
    )
  }
})

test('every call says in words what it is, and who may make it', () => {
  expect(
    offenders(({ call, summary = '', description = '', tags = [] }) => [
      ...(/^[A-Z].{5,}[^.]$/.test(summary) ? [] : ['no summary']),
      ...(/^[A-Z].{20,}\.\n\n/.test(description) ? [] : ['no description']),
      ...(description.endsWith(`\n\nFor ${CALLERS[accessTo(call)]}.`) ? [] : ['not who may make it']),
      ...(tags.length === 1 ? [] : ['not in one section']),
    ]),
  ).toEqual([])
})

test('no two calls have the same summary', () => {
  const summaries = operations.map(({ summary }) => summary)
  expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([])
})

test('every call has a name of its own, and says whether it takes a session', () => {
  const names = operations.map(({ operationId = '' }) => operationId)
  expect(new Set(names).size).toBe(operations.length)
  expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([])
  for (const { call, security } of operations) {
    expect(security, call).toEqual(accessTo(call) === 'public' ? [] : [{ admin: [accessTo(call)] }])
  }
})

test('every refusal that follows from the contract has its own status', () => {
  const { responses = {} } = operations.find(({ call }) => call === 'PUT /admin/rounds/{id}/weight') ?? {}
  expect(Object.keys(responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '409', '413', '500', '503', '4XX', '5XX']),
  )
  const { responses: limited = {} } = operations.find(({ call }) => call === 'POST /picks/{token}') ?? {}
  expect(limited['429']?.headers).toHaveProperty('Retry-After')
})

test('an answer that need not be sent again is described', () => {
  for (const { call, responses } of operations) {
    const { conditional }: Endpoint = endpoints[call as EndpointName]
    expect('304' in responses, call).toBe(conditional === true)
    if (conditional) expect(responses['200']?.headers).toHaveProperty('ETag')
  }
})

test('every section has a description and calls', () => {
  const used = new Set(operations.flatMap(({ tags = [] }) => tags))
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort())
  expect(document.tags.filter(({ description }) => description === '')).toEqual([])
})

test('every body and every answer has an example', () => {
  expect(
    offenders((operation) =>
      examplesOf(operation)
        .filter(({ examples }) => examples.length === 0)
        .map(({ where }) => where),
    ),
  ).toEqual([])
})

test('every answer says what it means', () => {
  expect(
    offenders(({ responses }) =>
      Object.entries(responses)
        .filter(([, { description }]) => description === '' || description === 'Default Response')
        .map(([status]) => status),
    ),
  ).toEqual([])
})

test('every example is what its schema says', () => {
  const ajv = new Ajv({ strict: false, formats: { binary: true, 'date-time': true } })
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const text = closed(schema)
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
    validators.set(text, validate)
    return validate
  }
  expect(
    offenders((operation) =>
      examplesOf(operation).flatMap(({ where, schema, examples }) => {
        const validate = validatorOf(schema)
        return examples
          .filter((example) => !validate(example))
          .map(() => `${where} ${ajv.errorsText(validate.errors)}`)
      }),
    ),
  ).toEqual([])
})

test('an example of every refusal is there', () => {
  const shown = new Set(operations.flatMap(refusalsShown))
  expect(Object.keys(REFUSALS).filter((name) => !shown.has(name))).toEqual([])
})

test('there is a page for it, which runs no script', async () => {
  for (const path of ['/api/docs', '/api/docs/']) {
    const page = await fetch(`${application.url}${path}`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const text = await page.text()
    expect(text).toContain('href="/api/docs/json"')
    expect(text).not.toContain('<script')
  }
  expect((await fetch(`${application.url}/api/docs/static/swagger-ui-bundle.js`)).status).toBe(404)
})

test('the dev tools make it a viewer, under the same strict headers', async ({ onTestFinished }) => {
  const withTools = await applicationForTest({ config: { enableDevTools: true } })
  onTestFinished(() => withTools.close())
  const page = await fetch(`${withTools.url}/api/docs/`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Swagger UI')
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(await openApiDocument(withTools.url)).toEqual(document)
})

const accessTo = (call: string) => endpoints[call as EndpointName].access

const refusalsShown = ({ responses }: Operation) =>
  Object.entries(responses)
    .filter(([status]) => status >= '4')
    .flatMap(([, { content = {} }]) => Object.values(content))
    .flatMap(({ examples = {} }) => Object.keys(examples))

/** As text, the schema with no room for a field that it does not name: an example must not show one. */
function closed(schema: unknown): string {
  return JSON.stringify(schema, (key, value) =>
    value?.type === 'object' && value.properties && key !== 'properties'
      ? { additionalProperties: false, ...value }
      : value,
  )
}
