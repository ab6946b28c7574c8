import type { Logger } from 'pino'

/** Of a request no URL and no header reaches the log, of a database's error no value that somebody sent. */
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
