import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

export type Fsync = (fileDescriptor: number) => void

type EmscriptenOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
type Stream = { nfd: number }
type SetAttributes = (
  at: unknown,
  node: unknown,
  attributes: unknown,
  chmod: (path: string, mode: number) => void,
  ...rest: unknown[]
) => void
type NodeFileSystem = {
  doSetAttr: SetAttributes
  stream_ops: { fsync?: (stream: Stream) => number }
  convertNodeCode(error: unknown): number
}

/** PGlite's file system on Node has no fsync, and fails where a mount refuses chmod. */
export class DurableNodeFS extends NodeFS {
  readonly #fsync: Fsync

  constructor(folder: string, fsync: Fsync = fsyncSync) {
    super(folder)
    this.#fsync = fsync
  }

  override async init(pglite: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(pglite, options)
    const fsync = this.#fsync
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module) => {
        const nodeFileSystem = module.NODEFS as unknown as NodeFileSystem
        nodeFileSystem.stream_ops.fsync = (stream) => {
          try {
            fsync(stream.nfd)
            return 0
          } catch (error) {
            throw new module.FS.ErrnoError(nodeFileSystem.convertNodeCode(error))
          }
        }
        const setAttributes = nodeFileSystem.doSetAttr
        nodeFileSystem.doSetAttr = (at, node, attributes, chmod, ...rest) =>
          setAttributes(at, node, attributes, unlessRefused(chmod), ...rest)
      },
    ]
    return { emscriptenOpts }
  }
}

const unlessRefused =
  (chmod: (path: string, mode: number) => void): typeof chmod =>
  (path, mode) => {
    try {
      chmod(path, mode)
    } catch {}
  }
