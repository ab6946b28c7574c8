import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** What the server in the same process needs from Node. */
const NODES_OWN = [
  'AbortController',
  'AbortSignal',
  'ArrayBuffer',
  'Blob',
  'DOMException',
  'fetch',
  'File',
  'FormData',
  'Headers',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'Uint8Array',
  'URL',
  'URLSearchParams',
  'WebSocket',
] as const

/** Newer versions of Node have these too, but without a file they are undefined. */
const DOCUMENTS_OWN = ['localStorage', 'sessionStorage']

/**
 * A document for the screens in a process that also runs the real server. All files of a process share it;
 * `screen.tsx` empties it.
 */
export default {
  ...builtinEnvironments.jsdom,
  name: 'document-with-server',
  async setup(global, options) {
    if (!('document' in global)) {
      const nodes = Object.fromEntries(NODES_OWN.map((name) => [name, global[name]]))
      for (const name of DOCUMENTS_OWN) Reflect.deleteProperty(global, name)
      await builtinEnvironments.jsdom.setup(global, options)
      Object.assign(global, nodes)
    }
    return { teardown: () => {} }
  },
} satisfies Environment
