import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { SmtpConfig } from '../../platform/config/config.ts'

export type RawServer = {
  config: SmtpConfig
  sockets: Socket[]
  /** All that was said to it so far. */
  heard(): string
  stop(): Promise<void>
}

/** A server that does with each connection as it is told: for what no proper mail server does. */
export async function rawServer(greet: (socket: Socket) => void): Promise<RawServer> {
  const sockets: Socket[] = []
  let heard = ''
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      heard += data.toString()
    })
    sockets.push(socket)
    greet(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    config: smtpAt(typeof address === 'object' ? (address?.port ?? 0) : 0),
    sockets,
    heard: () => heard,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export const smtpAt = (port: number): SmtpConfig => ({
  host: '127.0.0.1',
  port,
  tls: 'opportunistic',
  login: null,
  from: 'The League <picks@picks.test>',
})

/** Takes the connection and says nothing. */
export const blackHole = () => rawServer(() => {})

/** Never comes to the end of its answer to the first command, but never falls silent either. */
export const tricklingServer = () =>
  rawServer((socket) => {
    socket.write('220 here\r\n')
    const trickle = setInterval(() => socket.write('250-still here\r\n'), 20)
    socket.once('close', () => clearInterval(trickle))
  })
