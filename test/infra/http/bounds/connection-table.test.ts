import type { Socket } from 'node:net'
import { connectionTable } from '@recado/infra/http/bounds/connection-table'
import { type OpenConnection, openConnection } from '@recado/infra/http/bounds/open-connection'
import fc from 'fast-check'
import { test } from 'tap'

const BOUNDS = { connections: 40, connectionsPerAddress: 20 }

test('one of the address that holds most goes, and none that has shown a key', async (t) => {
  const { open, known, held } = table()
  const tenant = ['1.1.1.1', '1.1.1.1', '1.1.1.2'].map((address) => known(open(address)))
  const visitor = open('2.2.2.2')
  for (let i = 0; i < 1_000; i++) open(`6.6.6.${i % 4}`)
  t.equal(held().length, BOUNDS.connections)
  for (const one of [...tenant, visitor]) t.notOk(one.socket.destroyed)
})

test('who was answered without a key goes before who was not answered yet', async (t) => {
  const { open, answered, held } = table()
  const newcomer = open('6.6.6.6')
  for (let i = 0; i < 1_000; i++) answered(open('6.6.6.6'))
  t.notOk(newcomer.socket.destroyed)
  t.equal(held().length, BOUNDS.connectionsPerAddress)
})

test('a newcomer is admitted though all others have shown a key; the next strangers displace only each other', async (t) => {
  const { open, known } = table()
  const tenants = Array.from({ length: BOUNDS.connections }, (_, i) =>
    known(open(`1.1.${i % 8}.1`)),
  )
  for (let i = 0; i < 1_000; i++) t.notOk(open(`6.6.6.${i % 50}`).socket.destroyed)
  t.equal(tenants.filter(({ socket }) => socket.destroyed).length, 1)
})

test("a proxy's connection counts for a client from request to answer, and by what that request has shown", async (t) => {
  const { door, open, known, answered } = table()
  const idle = Array.from({ length: 30 }, () => open(null))
  t.equal(idle.filter(({ socket }) => socket.destroyed).length, 0, 'beyond the share of an address')
  const [first, second] = idle as [OpenConnection, OpenConnection]
  door.assignClient(first, '7.7.7.7')
  answered(known(first))
  door.assignClient(first, '8.8.8.8')
  t.equal(first.standing, 'fresh', 'the key of another client does not count')
  door.assignClient(second, '8.8.8.8')
  for (let i = 0; i < 100; i++) open(`6.6.6.${i % 4}`)
  t.equal(idle.filter(({ socket }) => socket.destroyed).length, 0)
})

test('whatever happens, the bounds hold, and the known go last', (t) => {
  const step = fc.tuple(
    fc.constantFrom('open', 'known', 'answered', 'leave'),
    fc.nat(30),
    fc.nat(6),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const { door, open, known, answered, held } = table({
        connections: 12,
        connectionsPerAddress: 5,
      })
      for (const [what, which, address] of steps) {
        const one = held()[which % Math.max(1, held().length)]
        const lost = held().filter(({ standing }) => standing === 'known')
        const strangers = held().length - lost.length
        if (what === 'open') {
          open(`1.1.1.${address}`)
          const ofIt = held().filter((other) => other.address === `1.1.1.${address}`)
          if (ofIt.length > 5 || held().length > 12) return false
          if (strangers > 0 && ofIt.length < 5 && lost.some(({ socket }) => socket.destroyed))
            return false
        } else if (one !== undefined && what === 'known') known(one)
        else if (one !== undefined && what === 'answered') answered(one)
        else if (one !== undefined) door.leave(one)
      }
      return true
    }),
    { numRuns: 30 },
  )
  t.end()
})

/** A table of connections. */
function table(bounds = BOUNDS) {
  const door = connectionTable(bounds)
  return {
    door,
    held: () => [...door.all],
    open(address: string | null): OpenConnection {
      const socket = { destroyed: false, destroy: () => Object.assign(socket, { destroyed: true }) }
      const held = openConnection(socket as unknown as Socket, address)
      door.admit(held)
      return held
    },
    known(held: OpenConnection): OpenConnection {
      door.trust(held)
      return held
    },
    answered(held: OpenConnection): OpenConnection {
      door.answered(held)
      return held
    },
  }
}
