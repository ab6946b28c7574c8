import type { Aggregate } from '../event.ts'

export type LinkKeyEvent =
  /** Links in mails work only with the key of this generation, which opens nothing without the server's secret. */
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
