import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Authentication is over, and a query may come. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** As PgBouncer with `pool_mode = transaction`: each transaction gets the connection that was used last, if it is free. */
export async function transactionPooler(url: string) {
  const { hostname, port, username, pathname } = new URL(url)
  const idle: Socket[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    let lent: Socket | null = null
    let isWelcome = false
    sockets.add(client)
    client.on('error', () => {})
    client.on('data', async (asked) => {
      if (!isWelcome) {
        isWelcome = true
        return void client.write(WELCOME)
      }
      if (asked[0] === TERMINATE) return void client.end()
      lent ??= idle.pop() ?? (await newConnection())
      lent.write(asked)
      let answer = Buffer.alloc(0)
      while (statusIn(answer) === null) {
        const [more] = (await once(lent, 'data')) as [Buffer]
        answer = Buffer.concat([answer, more])
      }
      if (statusIn(answer) === 'I') {
        idle.push(lent)
        lent = null
      }
      client.write(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const ownPort = typeof address === 'object' ? address?.port : undefined
  return {
    url: `postgres://${username}@127.0.0.1:${ownPort}${pathname}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }

  async function newConnection(): Promise<Socket> {
    const socket = connect(Number(port), hostname)
    sockets.add(socket)
    socket.on('error', () => {})
    const text = `user\0${username}\0database\0${pathname.slice(1)}\0\0`
    const startup = Buffer.alloc(8 + text.length)
    startup.writeInt32BE(startup.length)
    startup.writeInt32BE(PROTOCOL, 4)
    startup.write(text, 8)
    socket.write(startup)
    let answer = Buffer.alloc(0)
    while (statusIn(answer) === null) {
      const [more] = (await once(socket, 'data')) as [Buffer]
      answer = Buffer.concat([answer, more])
    }
    return socket
  }
}

const PROTOCOL = 196_608
const TERMINATE = 'X'.charCodeAt(0)

/** Whether a transaction is open, once the server is ready for the next query. */
function statusIn(answer: Buffer): string | null {
  const isReady = answer.length >= 6 && answer.at(-6) === 'Z'.charCodeAt(0)
  return isReady ? String.fromCharCode(answer.at(-1) ?? 0) : null
}
