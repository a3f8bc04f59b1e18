/** What a client is opened for: another one is opened as soon as this differs. */
export type Target = {
  readonly address: string
  /** Names the API key, such as its reference in the vault; null without one. */
  readonly key: string | null
}

/** Clients by the gateway that they call, each opened at its first use. */
export type ClientTable<Client> = {
  /** @returns null for a gateway that is not known */
  of(gatewayId: string | null): Client | null
  /** Closes all, also those that were replaced and still end their calls. */
  close(): Promise<void>
}

/**
 * Keeps one client for each gateway. A client whose gateway has got another address or key, or is removed, is closed and
 * replaced: calls under way end at the old one.
 * @param find the present target of a gateway; null when it is not known
 */
export function clientTable<To extends Target, Client extends { close(): Promise<unknown> }>(
  find: (gatewayId: string | null) => To | null,
  open: (target: To) => Client,
): ClientTable<Client> {
  const opened = new Map<string | null, { readonly target: Target; readonly client: Client }>()
  const closing = new Set<Promise<unknown>>()
  const retire = (id: string | null) => {
    const known = opened.get(id)
    if (known === undefined) return
    opened.delete(id)
    // Nobody waits for a client that was replaced, and a pool that does not close has nothing left to lose.
    const end = known.client.close().catch(() => undefined)
    closing.add(end)
    void end.then(() => closing.delete(end))
  }
  return {
    of(id) {
      const target = find(id)
      const known = opened.get(id)
      if (target !== null && known !== undefined && isSame(known.target, target))
        return known.client
      retire(id)
      if (target === null) return null
      const client = open(target)
      opened.set(id, { target, client })
      return client
    },
    async close() {
      for (const id of [...opened.keys()]) retire(id)
      await Promise.all(closing)
    },
  }
}

function isSame(one: Target, other: Target): boolean {
  return one.address === other.address && one.key === other.key
}
