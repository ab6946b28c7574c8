/** Where the installation is below its host, as the server wrote it into the page; mostly empty. */
export const basePath = document.documentElement.dataset.path ?? ''

// The server itself may be asked without it, and some proxies pass on `/picks` as `/picks/`.
const { pathname, search, hash } = location
if (!pathname.startsWith(`${basePath}/`)) {
  const rest = pathname === basePath ? '/' : pathname
  history.replaceState(history.state, '', basePath + rest + search + hash)
}

/** As routes know it. */
export const pathHere = () => location.pathname.slice(basePath.length)

/** As the browser shows it, which may differ from the `APP_URL` of the server. */
export const ownAddress = location.origin + basePath
