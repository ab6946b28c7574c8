import { afterEach, beforeEach, expect, vi } from 'vitest'

type Calls = {
  /** As `POST /api/admin/users`. */
  sent(): string[]
  /** Refused or unanswered calls, and console errors, since the last question. */
  troubles(): string[]
}

/** No test may leave a trouble unread. */
export function watchedCalls(): Calls {
  let sent: string[] = []
  let troubles: string[] = []
  beforeEach(() => {
    // A late answer must not count for the next test.
    const ofThisTest = { sent: [] as string[], troubles: [] as string[] }
    ;({ sent, troubles } = ofThisTest)
    const ask = fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      typeof input === 'string' && input.startsWith('/')
        ? watched(ask, input, init, ofThisTest)
        : ask(input, init),
    )
    vi.spyOn(console, 'error').mockImplementation((...words) => {
      ofThisTest.troubles.push(`console: ${words.join(' ')}`)
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    expect(troubles).toEqual([])
  })
  return { sent: () => [...sent], troubles: () => troubles.splice(0) }
}

async function watched(
  ask: typeof fetch,
  path: string,
  init: RequestInit | undefined,
  { sent, troubles }: { sent: string[]; troubles: string[] },
): Promise<Response> {
  const call = `${init?.method ?? 'GET'} ${path}`
  sent.push(call)
  try {
    const response = await ask(path, init)
    if (!response.ok) troubles.push(`${response.status} ${call}`)
    return response
  } catch (error) {
    troubles.push(`failed: ${call}`)
    throw error
  }
}
