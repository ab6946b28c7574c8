import type { Aggregate } from '../event.ts'

/** Stored for ever: what was published is never changed, only joined by new types. */
export type LinkKeyEvent =
  /** Of all links in mails only those made with the key of this generation work. Without the server's secret it opens nothing. */
  { type: 'LinkKeyReplaced'; data: { generation: string } }

export type LinkKey = { generation: string; replaced: readonly string[] }

export const linkKey: Aggregate<LinkKey, LinkKeyEvent, []> = {
  stream: () => 'link-key',
  initial: { generation: '', replaced: [] },
  evolve: ({ generation, replaced }, event) => ({
    generation: event.data.generation,
    replaced: [...replaced, generation],
  }),
}

export const replaceLinkKey = (generation: string): LinkKeyEvent[] => [
  { type: 'LinkKeyReplaced', data: { generation } },
]
