import type { EventStore } from '@recado/infra/event-store/event-store'

/** A store that counts appends and throws at one of them, before or after it is written. */
export function dyingStore(store: EventStore, at: number, written: boolean) {
  let count = 0
  const append: EventStore['append'] = async (...given) => {
    const dies = count === at
    count += 1
    if (dies && !written) throw new Error('the process died here')
    const done = await store.append(...given)
    if (dies) throw new Error('the process died here')
    return done
  }
  return { store: { ...store, append }, appends: () => count }
}
