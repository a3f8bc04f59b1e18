import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { type ChannelCredentials, credentials, Metadata } from '@grpc/grpc-js'
import { ended, runStore, type StoreOptions } from './event-store.ts'
import { eventually } from './eventually.ts'
import { testDatabase } from './postgres.ts'

/** Three nodes of an event store over one database. A test can kill and freeze the nodes. */
export type StoreCluster = {
  /** Connection string that names all nodes. */
  readonly url: string
  /** Ports of the nodes, for clients of a single node. */
  readonly ports: readonly number[]
  /** The port of the node that reports itself as leader; a frozen node reports nothing. */
  leader(): Promise<number>
  /** Ends the node's process with SIGKILL. */
  kill(port: number): Promise<void>
  /** Suspends the node's process; its connections stay open and silent. */
  freeze(port: number): void
  /** Resumes a frozen node. One that has lost the leadership meanwhile ends itself. */
  wake(port: number): void
  /** Waits until the node's process has ended by itself. @returns its exit code */
  exit(port: number): Promise<number | null>
  /** Starts the node again on its port. */
  restart(port: number): Promise<void>
  stop(): Promise<void>
}

/** Starts a cluster. @param seed of the randomness with which followers lag and subscriptions end */
export async function startCluster(
  name: string,
  seed = 1,
  { tls }: Pick<StoreOptions, 'tls'> = {},
): Promise<StoreCluster> {
  const database = await testDatabase(name)
  const run = (port: number, n: number) =>
    runStore(database.url, port, { mode: 'cluster', seed: seed * 10 + n, ...(tls && { tls }) })
  const nodes = new Map<number, ChildProcess>()
  /** Nodes that the test has killed or frozen: only the test may start them again. */
  const harmed = new Set<number>()
  const start = async (n: number, at = 0) => {
    const { port, child } = await run(at, n)
    nodes.set(port, child)
    // A leader that was replaced because a busy machine delayed its heartbeats ends itself; its supervisor restarts it.
    child.once('exit', () => {
      if (!harmed.has(port)) void start(n, port).catch(() => undefined)
    })
    return port
  }
  const ports = await Promise.all([0, 1, 2].map((n) => start(n)))
  const nodeAt = (port: number) => {
    const child = nodes.get(port)
    if (!child) throw new Error(`no node listens on ${port}`)
    return child
  }
  const trusted = tls ? credentials.createSsl(readFileSync(tls.cert)) : credentials.createInsecure()
  const leader = () =>
    eventually(async () =>
      (await Promise.all(ports.map((port) => leads(port, trusted)))).find(Boolean),
    )
  await leader()
  return {
    url: `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tls=${tls ? `true&tlsCAFile=${tls.cert}` : 'false'}`,
    ports,
    leader,
    async kill(port) {
      harmed.add(port)
      await ended(nodeAt(port), 'SIGKILL')
    },
    freeze(port) {
      harmed.add(port)
      nodeAt(port).kill('SIGSTOP')
    },
    wake: (port) => void nodeAt(port).kill('SIGCONT'),
    exit: (port) => eventually(() => exitOf(nodeAt(port))),
    async restart(port) {
      await start(ports.indexOf(port), port)
      harmed.delete(port)
    },
    async stop() {
      for (const port of ports) harmed.add(port)
      await Promise.all([...nodes.values()].map((child) => ended(child, 'SIGKILL')))
      await database.drop()
    },
  }
}

function exitOf({ exitCode, signalCode }: ChildProcess): number | null | undefined {
  return exitCode === null && signalCode === null ? undefined : exitCode
}

/** @returns the port if the node there reports itself as leader, else 0 */
function leads(port: number, trusted: ChannelCredentials): Promise<number> {
  const client = new GossipClient(`127.0.0.1:${port}`, trusted)
  return new Promise((resolve) => {
    const deadline = Date.now() + 500
    client.read(new sharedPb.Empty(), new Metadata(), { deadline }, (error, info) => {
      client.close()
      const itself = info
        ?.getMembersList()
        .find((member) => member.getHttpEndPoint()?.getPort() === port)
      const leading = itself?.getState() === gossipPb.MemberInfo.VNodeState.LEADER
      resolve(error === null && leading ? port : 0)
    })
  })
}
