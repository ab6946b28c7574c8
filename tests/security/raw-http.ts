import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What came back over one connection, up to its end. */
export type RawAnswer = { status: number; text: string }

export type RawConnection = {
  write(text: string): void
  /** The whole answer, once the server has closed the connection. */
  answer(): Promise<RawAnswer>
  isOpen(): boolean
  /** What has come back so far. */
  heard(): string
  destroy(): void
}

/** A connection on which nothing is as a well-behaved client would send it. */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  // A connection that the server cuts off is an outcome, not an error.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return {
    write: (chunk) => void socket.write(chunk),
    answer: async () => {
      await closed
      return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }
    },
    isOpen: () => !socket.destroyed,
    heard: () => text,
    destroy: () => socket.destroy(),
  }
}

/** Sends a request to the letter, and reads the answer to its end. */
export async function sendRaw(url: string, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const connection = await openRaw(url)
  const head = [...lines, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close']
  connection.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return connection.answer()
}
