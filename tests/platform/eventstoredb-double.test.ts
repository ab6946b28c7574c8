import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamsMessages from '@eventstore/db-client/generated/streams_pb.js'
import { credentials } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { someEvent } from '../support/events.ts'
import type { EventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { storeOnDouble } from '../support/eventstoredb-double/store-on-double.ts'
import { eventually } from '../support/eventually.ts'

const { Empty, StreamIdentifier, UUID } = sharedMessages
const { AppendReq } = streamsMessages

/** Of an event: what stands before its middle has been taken once that many bytes have passed. */
const LONG = 40_000

let double: EventStoreDbDouble
let store: EventStore
let close: () => Promise<void>
beforeEach(async () => {
  ;({ double, store, close } = await storeOnDouble())
})
afterEach(() => close())

describe('the double', () => {
  test('answers the batched appends that the client makes of itself', async () => {
    const client = EventStoreDBClient.connectionString(double.url)
    const append = (expectedRevision: 'no_stream' | bigint) =>
      client.appendToStream('a', [jsonEvent({ type: 'Happened', data: {} })], { expectedRevision })
    expect(await append('no_stream')).toMatchObject({ success: true, nextExpectedRevision: 0n })
    await expect(append(7n)).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 0n })
    await client.tombstoneStream('a')
    await expect(append(0n)).rejects.toMatchObject({ type: 'stream-deleted' })
    await client.dispose()
  })

  test('stores nothing of an append whose client dies in the middle of it', async () => {
    const line = await lineTo(double.port)
    const client = new streamsService.StreamsClient(`127.0.0.1:${line.port}`, credentials.createInsecure())
    const call = client.append(() => {})
    for (const part of [appendTo('a'), proposed('first', 10), proposed('second', LONG)]) call.write(part)
    await eventually('the first event', async () => line.bytesPassed() > LONG / 2)
    line.cut()
    client.close()
    await store.append('b', [someEvent()], 'no_stream')
    expect(double.log.eventsOf('a')).toEqual([])
  })
})

/** A connection through which a client speaks, so that it can break while it does. */
async function lineTo(port: number) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    sockets.push(onward)
    socket.on('error', () => {}).pipe(onward)
    onward.on('error', () => {}).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    bytesPassed: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    cut: () => {
      for (const socket of sockets) socket.end()
    },
  }
}

function appendTo(stream: string) {
  const identifier = new StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  const options = new AppendReq.Options()
  options.setStreamIdentifier(identifier)
  options.setAny(new Empty())
  const request = new AppendReq()
  request.setOptions(options)
  return request
}

function proposed(type: string, length: number) {
  const id = new UUID()
  id.setString(randomUUID())
  const message = new AppendReq.ProposedMessage()
  message.setId(id)
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  message.setData(Buffer.from(JSON.stringify('x'.repeat(length))))
  const request = new AppendReq()
  request.setProposedMessage(message)
  return request
}
