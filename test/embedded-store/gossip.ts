import type { Test } from 'tap'
import { clientOf, events, idsIn, newStream } from './store-under-test.ts'

/** Asserts that a client which asks for the cluster first reaches the node of a connection string and writes there. */
export async function leadsByGossip(t: Test, url: string): Promise<void> {
  for (const address of askingForCluster(url)) {
    const client = clientOf(t, address)
    const stream = newStream()
    const written = events(2)
    await client.appendToStream(stream, written)
    t.same(
      await idsIn(client, stream),
      written.map(({ id }) => id),
    )
  }
}

/** The two forms of such an address, with the login and the options of the given one. */
function askingForCluster(url: string): string[] {
  const [, login = '', host = '', options = ''] =
    /^\w+:\/\/([^/?]*@)?([^/?]+)\/?(.*)$/.exec(url) ?? []
  return [`esdb+discover://${login}${host}${options}`, `esdb://${login}${host},${host}${options}`]
}
