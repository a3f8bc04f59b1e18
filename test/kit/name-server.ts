import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** The DNS query type for IPv4 addresses. */
const A = 1

/** A name server on this machine. It never answers for names it does not know. */
export type NameServer = { readonly address: string; close(): Promise<void> }

/** Starts a name server on a free port. @param names IPv4 addresses by name */
export async function startNameServer(
  names: Readonly<Record<string, string>>,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const answer = answerTo(query, names)
    if (answer !== null) socket.send(answer, port, address)
  })
  await new Promise<void>((listening) => socket.bind(0, '127.0.0.1', listening))
  const { port } = socket.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    close: () => new Promise((closed) => socket.close(closed)),
  }
}

/** Answers one question with at most one address, in the format of RFC 1035. */
function answerTo(query: Buffer, names: Readonly<Record<string, string>>): Buffer | null {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const known = names[labels.join('.').toLowerCase()]
  if (known === undefined) return null
  const question = query.subarray(12, at + 5)
  const isAsked = query.readUInt16BE(at + 1) === A
  const head = Buffer.from([
    ...query.subarray(0, 2),
    0x81,
    0x80,
    0,
    1,
    0,
    isAsked ? 1 : 0,
    0,
    0,
    0,
    0,
  ])
  const address = [0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...known.split('.').map(Number)]
  return Buffer.concat([head, question, Buffer.from(isAsked ? address : [])])
}
