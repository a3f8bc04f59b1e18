import { Socket } from 'node:net'
import { type Exchange, openConnection } from '@recado/infra/http/bounds/open-connection'
import { serveInOrder } from '@recado/infra/http/bounds/serve-in-order'
import { test } from 'tap'

const MAX_WAITING = 32

test('a client that pipelines too much is disconnected, and its last request is not counted any more', async (t) => {
  const connection = openConnection(new Socket(), '127.0.0.1')
  connection.exchange = exchange(() => undefined)
  const turns = { begin: () => t.fail('begun before its turn'), answered: () => undefined }
  let released = 0
  const one = exchange(() => {
    released += 1
  })
  for (let n = 0; n < MAX_WAITING; n++) serveInOrder(connection, one, turns)
  t.equal(connection.socket.destroyed, false)
  t.equal(released, 0)
  serveInOrder(connection, one, turns)
  t.equal(connection.socket.destroyed, true)
  t.equal(released, 1, 'what waits is released when the connection has gone, the last one at once')
})

function exchange(release: () => void): Exchange {
  return { release } as Exchange
}
