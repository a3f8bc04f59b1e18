import { randomUUID } from 'node:crypto'

/** A node as gossip tells of it. */
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
  /** Whether this node leads. */
  leads(): boolean
}

/** A cluster of one, which leads. */
export function aloneAt(host: string, port: () => number): ClusterView {
  const instance = randomUUID()
  return {
    members: () => [{ instance, host, port: port(), alive: true, leads: true }],
    leads: () => true,
  }
}
