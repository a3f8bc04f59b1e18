import { randomUUID } from 'node:crypto'

/** A node as gossip describes it. */
export type Member = {
  readonly instance: string
  readonly host: string
  readonly port: number
  readonly alive: boolean
  readonly leads: boolean
}

/** What a node knows of its cluster. */
export type ClusterView = {
  members(): readonly Member[]
  leads(): boolean
}

/** A cluster of one node, which leads. */
export function aloneAt(host: string, port: () => number): ClusterView {
  const instance = randomUUID()
  return {
    members: () => [{ instance, host, port: port(), alive: true, leads: true }],
    leads: () => true,
  }
}
