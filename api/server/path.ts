import type { RequestListener } from 'node:http'

/** Where the installation is below its host, without a slash at its end; mostly empty. */
export const pathOf = (appUrl: string): string => new URL(appUrl).pathname.replace(/\/$/, '')

/** Some proxies pass the path on, and some take it away. Nothing behind this sees it. */
export function servedBelow(appUrl: string, listener: RequestListener): RequestListener {
  const path = pathOf(appUrl)
  return (request, response) => {
    // Some clients name the host too.
    const url = request.url?.replace(/^https?:\/\/[^/?]+(?=\/)/i, '')
    request.url = url?.startsWith(`${path}/`) ? url.slice(path.length) : url
    listener(request, response)
  }
}

/** For HTML whose addresses begin at the root of the installation, as `/rules` or `./assets/...`. */
export const inPath = (html: string, path: string): string =>
  html.replace(/ (href|src)="\.?\//g, (_, name) => ` ${name}="${path}/`)
