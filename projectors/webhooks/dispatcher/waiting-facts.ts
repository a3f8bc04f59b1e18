export type WaitingFacts = {
  count(connectionId?: string): number
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
