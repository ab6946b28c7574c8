/** An operator can fix it: main prints the message without a stack, and exits. */
export class StartRefusal extends Error {
  readonly exitCode: number

  constructor(message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'StartRefusal'
    this.exitCode = options.exitCode ?? 1
  }
}

/** Node reports a refused `localhost` as one error around two empty ones. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** Of a disk, or of a network. */
export const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

export const UNKNOWN_AUTHORITY = /unable to verify|self.signed certificate|unable to get (local )?issuer/
