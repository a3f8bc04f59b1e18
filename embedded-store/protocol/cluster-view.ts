import { randomUUID } from 'node:crypto'

export type Member = {
  readonly instance: string
  readonly host: string
  readonly port: number
  readonly alive: boolean
  readonly leads: boolean
}

export type ClusterView = {
  members(): readonly Member[]
  leads(): boolean
}

/** The living node that leads, as far as this node knows. */
export function leaderOf(cluster: Pick<ClusterView, 'members'>): Member | undefined {
  return cluster.members().find(({ leads, alive }) => leads && alive)
}

/** A cluster of one node, which leads. */
export function singleNode(host: string, port: () => number): ClusterView {
  const instance = randomUUID()
  return {
    members: () => [{ instance, host, port: port(), alive: true, leads: true }],
    leads: () => true,
  }
}
