import { createServerLog, type ServerLog } from './server-log.ts'

/** The log as it was when it had only so many records: what an older backup of the server holds. */
export function olderCopy(log: ServerLog, records: number): ServerLog {
  const copy = createServerLog()
  for (const record of log.records.slice(0, records)) {
    const { stream, type } = record
    if (type === '$streamDeleted') copy.tombstone(stream, null)
    else if (type.startsWith('$')) copy.writeSystemEvent(stream, type)
    else copy.append(stream, [record], 'any')
  }
  return copy
}
