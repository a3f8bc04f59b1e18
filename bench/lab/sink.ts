import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lab } from './lab.ts'

/** A customer's endpoint that answers 200. */
export type Sink = {
  readonly url: string
  /** Resolves when the message has arrived. @throws when it has not within half a minute */
  receives(messageId: string): Promise<void>
}

const PATIENCE_MS = 30_000

/** Opens an endpoint on loopback until the bench ends. */
export async function openSink(lab: Lab): Promise<Sink> {
  const waiting = new Map<string, () => void>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.end()
      const { data } = JSON.parse(Buffer.concat(parts).toString())
      waiting.get(data.message.message_id)?.()
      waiting.delete(data.message.message_id)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  lab.after(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    receives: (messageId) => arrival(waiting, messageId),
  }
}

function arrival(waiting: Map<string, () => void>, messageId: string): Promise<void> {
  const arrived = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(messageId)
      reject(new Error(`message ${messageId} was not delivered within ${PATIENCE_MS / 1_000} s`))
    }, PATIENCE_MS)
    waiting.set(messageId, () => {
      clearTimeout(timer)
      resolve()
    })
  })
  // Nobody waits for it any more once its round has failed.
  arrived.catch(() => undefined)
  return arrived
}
