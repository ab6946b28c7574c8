import { once } from 'node:events'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import type { Node } from './node.ts'
import { caughtUp, checkpoint, confirmation, eventAnswer } from './read-answers.ts'
import { refusals } from './refusals.ts'
import type { LogRecord, ServerLog } from './server-log.ts'

/** How many events the server passes over before it says how far it has come. */
const SEARCH_WINDOW = 32

type SubscriptionCall = ServerWritableStream<ReadReq, ReadResp>

/**
 * Everything behind a position that passes the filter, and then what is written, until the client cancels. What a position means
 * that is no event's: Enumerator.AllSubscriptionFiltered.cs:168, 218-225 and 351.
 */
export async function subscribe(
  { log, faults, subscriptions }: Node,
  call: SubscriptionCall,
  options: ReadReq.Options,
): Promise<void> {
  const ended = new AbortController()
  let isSilent = false
  const subscription = {
    fallSilent: () => {
      isSilent = true
    },
    breakOff: () => {
      call.emit('error', refusals.cut())
      ended.abort()
    },
  }
  subscriptions.add(subscription)
  call.on('cancelled', () => ended.abort())

  const send = async (answer: ReadResp) => {
    if (isSilent || ended.signal.aborted || call.write(answer)) return
    await once(call, 'drain', { signal: ended.signal }).catch(() => {})
  }
  const passesFilter = filterOf(options)
  const after = Number(options.getAll()?.getPosition()?.getCommitPosition() ?? -1)
  if (isInsideRecord(log.records, after)) {
    subscriptions.delete(subscription)
    return void call.emit('error', refusals.invalidPosition())
  }
  // Behind the end it goes live at once: what is written up to there is passed over.
  const passes = (record: LogRecord) => record.position > after && passesFilter(record)
  await send(confirmation())
  let next = 0
  for (let turn = 0; !ended.signal.aborted; turn += 1) {
    for (const record of log.records.slice(next)) {
      next += 1
      if (passes(record)) await send(eventAnswer(record))
      else if (next % SEARCH_WINDOW === 0) await send(checkpoint(record))
      if (passes(record) && faults.deliversTwice) await send(eventAnswer(record))
    }
    if (turn === 0) await send(caughtUp())
    if (next === log.records.length) await nextWrite(log, ended.signal)
  }
  subscriptions.delete(subscription)
}

function isInsideRecord(records: readonly LogRecord[], position: number) {
  const end = records.at(-1)?.position ?? -1
  return position >= 0 && position < end && !records.some((record) => record.position === position)
}

/** By the type of the event: the one filter that this product asks for. */
function filterOf(options: ReadReq.Options): (record: LogRecord) => boolean {
  const regex = options.getFilter()?.getEventType()?.getRegex()
  if (!regex) return () => true
  const pattern = new RegExp(regex)
  return ({ type }) => pattern.test(type)
}

function nextWrite(log: ServerLog, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const done = () => {
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const stop = log.onWritten(done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
