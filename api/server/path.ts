import type { RequestListener } from 'node:http'

/** Where the installation is below its host, without a slash at its end; mostly empty. */
export const pathOf = (appUrl: string): string => new URL(appUrl).pathname.replace(/\/$/, '')

/** Some proxies pass the path on, and some take it away. Nothing behind this sees it. */
export function withoutPath(appUrl: string, listener: RequestListener): RequestListener {
  const path = pathOf(appUrl)
  return (request, response) => {
    if (request.url?.startsWith(`${path}/`)) request.url = request.url.slice(path.length)
    listener(request, response)
  }
}

/** For HTML whose addresses begin at the root of the installation, as `/rules` or `./assets/...`. */
export const inPath = (html: string, appUrl: string): string =>
  html.replace(/ (href|src)="\.?\//g, (_, name) => ` ${name}="${pathOf(appUrl)}/`)
