import type { EventStore, Journal } from '@recado/infra/event-store/event-store'
import type { Pool } from '@recado/infra/postgres/run'

export type Line = Readonly<Record<string, unknown>> & { readonly msg: string }

/** Makes requests to servers fail on demand, by category of stream or by name of statement. */
export function faults() {
  const faulty = new Set<string>()
  const check = (what: string) => {
    if (faulty.has(what)) throw new Error(`a fault of ours about ${what}`)
  }
  const checkStream = (stream: string) => check(stream.slice(0, stream.indexOf('-')))
  return {
    begin: (what: string) => void faulty.add(what),
    end: (what: string) => void faulty.delete(what),
    store: (store: EventStore): EventStore => ({
      ...store,
      async append(...given) {
        checkStream(given[0])
        return store.append(...given)
      },
      async *readStream(...given) {
        checkStream(given[0])
        yield* store.readStream(...given)
      },
    }),
    journal: (journal: Journal): Journal => ({
      async record(...given) {
        checkStream(given[0])
        return journal.record(...given)
      },
    }),
    pool: (pool: Pool): Pool =>
      new Proxy(pool, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          return (...given: readonly { name?: string }[]) => {
            if (name === 'query' && faulty.has(given[0]?.name ?? ''))
              return Promise.reject(new Error('a fault of ours about a statement'))
            return Reflect.apply(value, target, given)
          }
        },
      }),
  }
}

/** The account of each id in the log. Ids that several accounts share are left out. */
export async function ownersIn(store: EventStore): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string | null>()
  for await (const { id, stream, data, metadata } of store.readAll({ from: 'start' })) {
    const { account_id } = metadata
    if (account_id === null) continue
    for (const named of idsIn(`${id} ${stream} ${JSON.stringify(data)}`)) {
      const owner = owners.get(named) ?? account_id
      owners.set(named, owner === account_id ? account_id : null)
    }
  }
  return new Map([...owners].flatMap(([id, owner]) => (owner === null ? [] : [[id, owner]])))
}

export function idsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))
}
