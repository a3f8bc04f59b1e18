import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An event of the network: a message, a status of a message, or a number that is up. */
export type LoopEvent = { readonly event: string; readonly [field: string]: unknown }

/** A stored file. */
type LoopFile = { readonly mime_type: string; readonly bytes: Buffer }

/** A message that was sent through the network. */
export type LoopMessage = {
  readonly id: string
  readonly number: string
  readonly to: string
  readonly type: string
  readonly text: string
  readonly file_id: string | null
  readonly reference: string
}

/** The hook of a number, and the key that signs its events. */
type LoopNumber = { readonly hook_url: string; readonly key: string; readonly phone: string }

/** A network on this machine, with its own address. */
export type LoopNetwork = {
  readonly url: string
  /** The sent messages, in order. */
  readonly messages: readonly LoopMessage[]
  /** Ids of messages that were marked as read. */
  readonly read: readonly string[]
  readonly files: ReadonlyMap<string, LoopFile>
  /** A user writes to a number, with or without a file. @returns the id of the message */
  userWrites(number: string, from: string, text: string, file?: LoopFile): Promise<string>
  /** Reports a status of a message. */
  reports(id: string, status: string): Promise<void>
  stop(): Promise<void>
}

/** Starts an empty network on a free port. */
export async function startLoopNetwork(): Promise<LoopNetwork> {
  const numbers = new Map<string, LoopNumber>()
  const files = new Map<string, LoopFile>()
  const messages: LoopMessage[] = []
  const read: string[] = []
  const answers = { numbers, files, messages, read }
  const server = createServer((request, response) => {
    void answer(answers, request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...answers,
    async userWrites(number, from, text, file) {
      const id = randomUUID()
      const file_id = file === undefined ? null : put(files, file)
      const written = { event: 'loop.message', id, from, text, file_id }
      await tell(numbers, number, { ...written, mime_type: file?.mime_type ?? null })
      return id
    },
    async reports(id, status) {
      const message = messages.find((one) => one.id === id)
      if (message === undefined) throw new Error(`the network has no message ${id}`)
      const { number, to, reference } = message
      await tell(numbers, number, { event: 'loop.status', message_id: id, status, to, reference })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

type Network = {
  readonly numbers: Map<string, LoopNumber>
  readonly files: Map<string, LoopFile>
  readonly messages: LoopMessage[]
  readonly read: string[]
}

async function answer(network: Network, request: IncomingMessage, response: ServerResponse) {
  const body = Buffer.concat(await request.toArray())
  const [, place = '', id = ''] = (request.url ?? '').split('/')
  const say = (status: number, said: object | Buffer, type = 'application/json') =>
    response
      .writeHead(status, { 'content-type': type })
      .end(Buffer.isBuffer(said) ? said : JSON.stringify(said))
  const json = () => JSON.parse(body.toString())
  const file = network.files.get(id)
  switch (`${request.method} ${place}`) {
    case 'PUT numbers': {
      network.numbers.set(id, json())
      say(200, {})
      const { phone } = json() as LoopNumber
      return tell(network.numbers, id, { event: 'loop.number', status: 'up', phone })
    }
    case 'POST messages': {
      const message = { id: randomUUID(), ...json() }
      network.messages.push(message)
      return say(200, { id: message.id })
    }
    case 'POST read':
      network.read.push(id)
      return say(200, {})
    case 'POST files': {
      const mime_type = request.headers['content-type'] ?? ''
      return say(200, { id: put(network.files, { mime_type, bytes: body }) })
    }
    case 'GET files':
      return file === undefined ? say(404, {}) : say(200, file.bytes, file.mime_type)
    case 'HEAD files':
      return response
        .writeHead(file === undefined ? 404 : 200, {
          'content-type': file?.mime_type,
          'content-length': file?.bytes.length,
        })
        .end()
    case 'DELETE files':
      return say(network.files.delete(id) ? 200 : 404, {})
    default:
      return say(404, {})
  }
}

function put(files: Map<string, LoopFile>, file: LoopFile): string {
  const id = randomUUID()
  files.set(id, file)
  return id
}

/** Posts an event to the hook of a number, signed with its key. */
async function tell(
  numbers: ReadonlyMap<string, LoopNumber>,
  number: string,
  event: LoopEvent,
): Promise<void> {
  const { hook_url = '', key = '' } = numbers.get(number) ?? {}
  const body = JSON.stringify({ event_id: randomUUID(), at: new Date().toISOString(), ...event })
  const headers = {
    'content-type': 'application/json',
    'x-loop-signature': createHmac('sha256', key).update(body).digest('hex'),
    'x-loop-time': String(Date.now()),
  }
  const { status } = await fetch(hook_url, { method: 'POST', headers, body })
  if (status !== 200) throw new Error(`the hook of ${number} answered ${status}`)
}
