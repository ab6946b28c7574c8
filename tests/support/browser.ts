import { existsSync } from 'node:fs'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { pathIn } from './behind-proxy.ts'

const PLACES = [
  process.env.CHROMIUM,
  // The same without windows, which takes half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const found = PLACES.find((place) => place && existsSync(place))

/** Why there can be no browser here, null when there can. A test that skips puts it in its title. */
export const browserMissing: string | null = found
  ? null
  : 'there is no Chromium: install it, or set CHROMIUM to where it is'

if (browserMissing) console.warn(`SKIPPED: the tests in a browser, because ${browserMissing}`)

/** What a person holds in their hands. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}
export const COMPUTER: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

export type BrowserForTest = {
  /** A page in a browser profile of its own. */
  open(device: BrowserContextOptions): Promise<Page>
  /**
   * What went wrong on any page since it was last asked: errors on the console or thrown, requests that failed or were
   * refused, what the security policy stopped, and requests to anybody else.
   */
  troubles(): string[]
  close(): Promise<void>
}

/** A browser that knows one application and reports whatever goes wrong in it. The device's zone may be one that it does not know. */
export async function startBrowser(url: string, deviceZone?: string): Promise<BrowserForTest> {
  if (!found) throw new Error(`The tests cannot run: ${browserMissing}`)
  const browser = await chromium.launch({
    executablePath: found,
    args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
    env: { ...process.env, ...(deviceZone && { TZ: deviceZone }) },
  })
  const troubles: string[] = []
  return {
    open: async (device) => {
      const context = await browser.newContext({
        locale: 'en-US',
        ...(!deviceZone && { timezoneId: 'America/New_York' }),
        colorScheme: 'dark',
        ...device,
      })
      context.setDefaultTimeout(30_000)
      await context.addInitScript(REPORT_POLICY)
      context.on('page', (page) => goBelow(page, url))
      const page = await context.newPage()
      watch(page, url, (trouble) => troubles.push(trouble))
      return page
    },
    troubles: () => troubles.splice(0),
    close: () => browser.close(),
  }
}

/** Runs in the page, whose types are not known here. */
const REPORT_POLICY = `document.addEventListener('securitypolicyviolation', (violation) =>
  console.error('The security policy stopped ' + violation.violatedDirective + ' ' + violation.blockedURI))`

function watch(page: Page, url: string, report: (trouble: string) => void) {
  page.on('pageerror', (error) => report(`thrown: ${error.message}`))
  page.on('console', (message) => {
    // Whatever could not be loaded is reported with its address and method below.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    report(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) report(`elsewhere: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() < 400) return
    report(`${response.status()} ${response.request().method()} ${pathIn(response.url())}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A page that is left takes its open requests with it.
    if (reason !== 'net::ERR_ABORTED')
      report(`failed: ${request.method()} ${pathIn(request.url())} ${reason}`)
  })
}

/** Where the application has a path of its own, `/rules` is below it. */
function goBelow(page: Page, url: string) {
  const goto = page.goto.bind(page)
  page.goto = (path, options) => goto(path.startsWith('/') ? `${url}${path}` : path, options)
}
