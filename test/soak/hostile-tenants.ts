import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Line, Platform } from './platform.ts'

/** A tenant that does harm as fast as it can until the signal aborts. */
export type Hostile = (platform: Platform, signal: AbortSignal) => Promise<void>

const HINTS = `HTTP/1.1 103 Early Hints\r\nlink: <${'x'.repeat(1_000)}>\r\n\r\n`.repeat(50)
const SLOW_ENDPOINTS = 80
const UPLOADS = 20
const AT_ONCE = 4
/** Each endpoint of a hostile tenant gets a message this often, ms: at 13 s each that fills all attempts in progress. */
const FEED_MS = 1_000
/** People who write to each line: a conversation has one attempt at a time. */
const PEOPLE = 20

/** The hostile tenants by what they do. */
export const HOSTILE: Readonly<Record<string, Hostile>> = {
  async 'a session flaps'(platform, signal) {
    const line = await platform.addSession(await platform.open())
    let told = 0
    await untilAborted(signal, AT_ONCE, () =>
      platform.tellSession(line, told++ % 2 === 0 ? 'WORKING' : 'FAILED'),
    )
  },
  async 'one person writes very fast'(platform, signal) {
    const line = await platform.addNumber(await platform.open())
    const ids = () => Array.from({ length: 100 }, () => `wamid.${randomUUID()}`)
    await untilAborted(signal, AT_ONCE, () => platform.write(line, '5511900000001', ids()))
  },
  async 'a receiver floods 103'(platform, signal) {
    const server = createServer(floods)
    const line = await platform.addNumber(await platform.open())
    await platform.setWebhook(line, await urlOf(server))
    await fed(platform, [line], signal)
    server.close()
  },
  async '80 endpoints answer after 13 s'(platform, signal) {
    const server = createHttpServer((_, response) => void setTimeout(() => response.end(), 13_000))
    const url = await urlOf(server)
    const tenant = await platform.open()
    const lines: Line[] = []
    for (let n = 0; n < SLOW_ENDPOINTS; n++) {
      const line = await platform.addNumber(tenant)
      await platform.setWebhook(line, `${url}${n}`)
      lines.push(line)
    }
    await fed(platform, lines, signal)
    server.closeAllConnections()
    server.close()
  },
  async '20 uploads stall'(platform, signal) {
    const line = await platform.addNumber(await platform.open())
    await untilAborted(signal, UPLOADS, () => stalled(platform, line, signal))
  },
}

async function untilAborted(signal: AbortSignal, atOnce: number, work: () => Promise<unknown>) {
  const worker = async () => {
    while (!signal.aborted) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Posts a message to each line in turn at an even rate, so that the endpoints are measured and not a burst of posts. */
async function fed(platform: Platform, lines: readonly Line[], signal: AbortSignal) {
  const begun = performance.now()
  for (let n = 0; !signal.aborted; n++) {
    const line = lines[n % lines.length] as Line
    await delay(begun + (n * FEED_MS) / lines.length - performance.now())
    const person = 5511900000100 + (Math.floor(n / lines.length) % PEOPLE)
    await platform.write(line, `${person}`, [`wamid.${randomUUID()}`])
  }
}

async function urlOf(server: Server | ReturnType<typeof createHttpServer>): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function floods(socket: Socket): void {
  socket.on('error', () => undefined)
  const more = () => {
    if (socket.destroyed) return
    if (socket.write(HINTS)) setImmediate(more)
    else socket.once('drain', more)
  }
  socket.once('data', more)
}

/** Sends the first 32 MiB of a 90 MiB upload and stops, until it is cut off. */
async function stalled({ api }: Platform, { id, key }: Line, signal: AbortSignal) {
  const { hostname, port, pathname } = new URL(`${api}/media`)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined).resume()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${90 * 1024 * 1024}\r\n\r\n` +
      `--b\r\ncontent-disposition: form-data; name="connection_id"\r\n\r\n${id}\r\n` +
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n' +
      'content-type: application/pdf\r\n\r\n%PDF-1.4\n',
  )
  socket.write(Buffer.alloc(32 * 1024 * 1024, 'x'))
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await Promise.race([closed, ended])
  socket.destroy()
  if (!signal.aborted) await delay(100)
}
