import { clientTable, type Target } from '@recado/infra/providers/waha/client-table'
import { test } from 'tap'
import { hold } from '../../kit/hold.ts'

function table(targets: Map<string | null, Target>) {
  const opened: (Target & { closed: boolean; close(): Promise<void> })[] = []
  const ends = hold()
  const clients = clientTable(
    (id) => targets.get(id) ?? null,
    (target: Target) => {
      const client = {
        ...target,
        closed: false,
        async close() {
          client.closed = true
          await ends.promise
        },
      }
      opened.push(client)
      return client
    },
  )
  return { clients, opened, callsEnd: () => ends.resolve(undefined) }
}

const one = { address: 'http://one:1', key: 'a' }
const two = { address: 'http://two:2', key: null }

test('each gateway has one client, opened at its first use', async (t) => {
  const { clients, opened } = table(
    new Map<string | null, Target>([
      [null, one],
      ['g2', two],
    ]),
  )
  t.equal(opened.length, 0)
  t.match(clients.of('g2'), two)
  t.equal(clients.of('g2'), clients.of('g2'))
  t.match(clients.of(null), one)
  t.equal(opened.length, 2)
  t.equal(clients.of('g3'), null)
})

test('another address or key gets another client, and the one before ends its calls', async (t) => {
  const targets = new Map<string | null, Target>([['g2', two]])
  const { clients, opened, callsEnd } = table(targets)
  const before = clients.of('g2')
  targets.set('g2', { ...two, key: 'b' })
  const keyed = clients.of('g2')
  t.not(keyed, before)
  t.match(opened, [{ closed: true }, { key: 'b', closed: false }])
  targets.set('g2', { address: 'http://three:3', key: 'b' })
  t.match(clients.of('g2'), { address: 'http://three:3' })
  targets.delete('g2')
  t.equal(clients.of('g2'), null)
  t.same(
    opened.map(({ closed }) => closed),
    [true, true, true],
  )
  let isClosed = false
  const closing = clients.close().then(() => {
    isClosed = true
  })
  await new Promise(setImmediate)
  t.equal(isClosed, false, 'calls under way have no outcome yet')
  callsEnd()
  await closing
})

test('a client that fails to close hinders nothing', async (t) => {
  const clients = clientTable(
    () => one,
    () => ({ close: () => Promise.reject(new Error('gone')) }),
  )
  clients.of(null)
  await t.resolves(clients.close())
})
