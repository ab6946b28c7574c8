import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** What the server in the same process needs as Node has it. */
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

/** A document for the screens, in a process in which the real server runs as well. */
export default {
  ...builtinEnvironments.jsdom,
  name: 'document-with-server',
  async setup(global, options) {
    const nodes = Object.fromEntries(NODES_OWN.map((name) => [name, global[name]]))
    const { teardown } = await builtinEnvironments.jsdom.setup(global, options)
    Object.assign(global, nodes)
    return { teardown }
  },
} satisfies Environment
