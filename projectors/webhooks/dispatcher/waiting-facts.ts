/** Numbers of facts that wait for the log. */
export type WaitingFacts = {
  /** Of one connection's webhook, or of all. */
  count(connectionId?: string): number
  /** The connections whose webhooks have facts that wait. */
  connections(): Iterable<string>
  changed(connectionId: string, by: number): void
}

export function waitingFacts(): WaitingFacts {
  const byConnection = new Map<string, number>()
  let total = 0
  return {
    count: (connectionId) =>
      connectionId === undefined ? total : (byConnection.get(connectionId) ?? 0),
    connections: () => byConnection.keys(),
    changed(connectionId, by) {
      total += by
      const left = (byConnection.get(connectionId) ?? 0) + by
      if (left === 0) byConnection.delete(connectionId)
      else byConnection.set(connectionId, left)
    },
  }
}
