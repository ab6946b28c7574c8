import type { Logger } from 'pino'

/** Logs no URL and no header of a request, and no value from a database error. */
export const redactingLogger = (log: Logger): Logger =>
  log.child(
    {},
    {
      serializers: { req: ({ method }: { method: string }) => ({ method }) },
      redact: {
        paths: ['err.detail', 'err.where', 'err.aggregateErrors[*].detail', 'err.aggregateErrors[*].where'],
        remove: true,
      },
    },
  )
