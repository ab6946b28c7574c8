import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { http } from '../../tests/support/http.ts'
import type { RunningLeague } from '../../tests/support/league/running.ts'

configure({ asyncUtilTimeout: 30_000, defaultHidden: true })

/**
 * A league whose real server answers the screens of a test file; `fill` runs before the first test. After each test
 * the page closes and the made-up answers are forgotten.
 */
export function leagueBehindScreens<League extends Behind = RunningLeague>(
  start: () => Promise<League>,
): League {
  const league = {} as League
  beforeAll(async () => {
    const started = await start()
    Object.defineProperties(league, Object.getOwnPropertyDescriptors(started))
    standInForBrowser(started.application.url)
  })
  afterEach(closePage)
  afterAll(async () => {
    vi.unstubAllGlobals()
    await league.close?.()
  })
  return league
}

type Behind = { application: { url: string }; close(): Promise<void> }

/** As a visitor, or as the admin with the token. Made-up answers stay. */
export async function open(path: string, admin?: { token: string }): Promise<void> {
  leavePage()
  const { Router, queryClient, useSession } = await client()
  if (admin) {
    const { body } = await http(serverUrl, admin.token).get('/auth/me')
    useSession.getState().signIn({ token: admin.token, admin: body })
  } else useSession.getState().signOut()
  history.pushState(null, '', path)
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Router />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}

export const address = () => `${location.pathname}${location.search}`

async function client() {
  const [{ Router }, { queryClient }, { useSession }, { useNotices }, { useThisPlayer }] = await Promise.all([
    import('../router.tsx'),
    import('../server/queries.ts'),
    import('../session.ts'),
    import('../notices.ts'),
    import('../this-player.ts'),
  ])
  loaded = { queryClient, useNotices, useSession, useThisPlayer }
  return { Router, queryClient, useSession }
}

let loaded: {
  queryClient: { clear(): void }
  useNotices: { setState(state: { notices: [] }): void }
  useSession: { getState(): { signOut(): void } }
  useThisPlayer: { getState(): { forget(): void } }
} | null = null

function closePage(): void {
  leavePage()
  loaded?.useSession.getState().signOut()
  loaded?.useThisPlayer.getState().forget()
  localStorage.clear()
  sessionStorage.clear()
  madeUp = []
}

function leavePage() {
  cleanup()
  loaded?.queryClient.clear()
  loaded?.useNotices.setState({ notices: [] })
}

type MadeUp = { method: string; path: RegExp; answer: () => Response | Promise<Response> }

let madeUp: MadeUp[] = []

/** Answers these calls until `asTheServerDoes`. A `*` matches any part of the path. */
export function answering(method: string, path: string, answer: MadeUp['answer']): void {
  const pattern = path.replace(/[.?]/g, '\\$&').replaceAll('*', '[^/]*')
  madeUp.push({ method, path: new RegExp(`^/api${pattern}$`), answer })
}

/** Without a reason, which our own server always gives, so that the page shows its fallback. */
export const refusing = (method: string, path: string, status = 400): void =>
  answering(method, path, () => Response.json({}, { status }))

export function asTheServerDoes(): void {
  madeUp = []
}

let serverUrl = ''

/** Browser features that the document of these tests lacks. */
function standInForBrowser(url: string) {
  serverUrl = url
  const ask = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const made = madeUp.find((one) => one.method === (init.method ?? 'GET') && one.path.test(path))
    return made
      ? Promise.resolve().then(made.answer)
      : ask(path.startsWith('/') ? `${url}${path}` : path, init)
  })
  vi.stubGlobal('EventSource', SilentEventSource)
  vi.stubGlobal('IntersectionObserver', NoLayout)
  window.matchMedia ??= (query) => Object.assign(new EventTarget(), NO_MATCH, { media: query })
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView ??= () => {}
  HTMLDialogElement.prototype.close ??= () => {}
}

class SilentEventSource extends EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 1
  close() {}
}

/** A document without layout has nothing near. */
class NoLayout {
  observe() {}
  disconnect() {}
}

const NO_MATCH = { matches: false, onchange: null, addListener: () => {}, removeListener: () => {} }
