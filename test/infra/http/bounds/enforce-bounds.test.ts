import type { Socket } from 'node:net'
import { enforceBounds } from '@recado/infra/http/bounds/enforce-bounds'
import { type OpenConnection, openConnection } from '@recado/infra/http/bounds/open-connection'
import { type Test, test } from 'tap'
import { usualBounds } from '../../../kit/bounds.ts'

const MIB = 1024 * 1024

test('the addresses of connections are read as often at 10 addresses as at 2,000', async (t) => {
  t.equal(addressReads(2_000), addressReads(10))
})

test('answers far over the bound of their address are ended however young they are', async (t) => {
  const crowd = Array.from({ length: 1_000 }, () => unread('127.0.0.2', MIB))
  enforceBounds(new Set(crowd), usualBounds)
  bytesHeld(t, crowd, 2 * usualBounds.unreadBytesPerAddress)
})

test('young answers far over the bound of all addresses are ended too', async (t) => {
  const crowd = Array.from({ length: 1_000 }, (_, i) => unread(`127.0.1.${i % 250}`, MIB))
  enforceBounds(new Set(crowd), usualBounds)
  bytesHeld(t, crowd, 2 * usualBounds.unreadBytes)
})

test('young answers a little over the bound get time to leave', async (t) => {
  const crowd = Array.from({ length: 48 }, () => unread('127.0.0.2', MIB))
  enforceBounds(new Set(crowd), usualBounds, 1_000)
  t.equal(held(crowd), 48 * MIB)
  enforceBounds(new Set(crowd), usualBounds, 4_000)
  bytesHeld(t, crowd, usualBounds.unreadBytesPerAddress)
})

function bytesHeld(t: Test, crowd: readonly OpenConnection[], most: number): void {
  t.ok(held(crowd) <= most, `${held(crowd)} of ${crowd.length * MIB} bytes are held`)
}

function held(crowd: readonly OpenConnection[]): number {
  return crowd.reduce((sum, { socket }) => sum + (socket.destroyed ? 0 : socket.writableLength), 0)
}

/** A connection whose client has read nothing of an answer. */
function unread(address: string, writableLength: number): OpenConnection {
  const socket = {
    destroyed: false,
    writableLength,
    destroy() {
      socket.destroyed = true
    },
  }
  return openConnection(socket as unknown as Socket, address)
}

/** How often each of 2,000 connections was asked for its address. */
function addressReads(addresses: number): number {
  let reads = 0
  const crowd = Array.from({ length: 2_000 }, (_, i) =>
    Object.defineProperty(unread('', 1), 'address', {
      get() {
        reads += 1
        return `10.0.0.${i % addresses}`
      },
    }),
  )
  enforceBounds(new Set(crowd), usualBounds)
  return reads / crowd.length
}
