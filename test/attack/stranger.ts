import { connect, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A connection of an attacker. */
export type Stranger = {
  readonly socket: Socket
  /** All bytes received so far, as text. */
  heard(): string
  /** Whether the connection was closed. */
  gone(): boolean
}

/**
 * Opens a connection from another address of this machine and writes to it.
 * @param from the address, 127.0.0.2 by default
 */
export function stranger(
  t: Test,
  port: number,
  { writes, from = '127.0.0.2', reads = true }: { writes?: string; from?: string; reads?: boolean },
): Stranger {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  let heard = ''
  let gone = false
  socket.on('error', () => undefined)
  socket.once('close', () => {
    gone = true
  })
  socket.on('data', (bytes) => {
    heard += bytes
  })
  if (!reads) socket.pause()
  if (writes !== undefined) socket.write(writes)
  t.teardown(() => socket.destroy())
  return { socket, heard: () => heard, gone: () => gone }
}

/** The head of a POST of JSON, with a signature that only the whole body shows to be forged. */
export function postHead(path: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nx-hub-signature-256: sha256=${'0'.repeat(64)}\r\ncontent-length: ${length}\r\n\r\n`
}

/** The head of a POST and the start of a body that is never completed. */
export const HALF_POST = `${postHead('/hooks/whatsapp', 1_000)}{"half":`

/** A GET request. */
export const asking = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`
