/**
 * The place of one claim among those that a process may hold. It is taken before the claim is written, and freed when
 * the call begins or the claim is withdrawn: until then only this process knows that nothing was called.
 */
export type ClaimSlot = {
  /** @returns false when no place comes free within so many ms, or the process stops; then none is taken */
  take(withinMs: number): Promise<boolean>
  /** Frees the place, if it is taken. */
  free(): void
}

export type ClaimSlots = {
  /** @param connectionId whose claim it will be: the log can be slow for all, and turns for one */
  slot(connectionId: string): ClaimSlot
}

/** The most claims that a process holds without a call: a crash makes the outcome of each of them unknown (ADR 26). */
const MAX_CLAIMS = 8
/** The most places of one connection, whose calls may have to be spaced; the others are left to other connections. */
const MAX_CONNECTION_CLAIMS = 6

type Waiting = { readonly owner: string; readonly begin: () => void }

/** @param stopping ends all waiting */
export function claimSlots(stopping: AbortSignal): ClaimSlots {
  const taken = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let free = MAX_CLAIMS
  const add = (owner: string, count: 1 | -1) => {
    free -= count
    const now = (taken.get(owner) ?? 0) + count
    if (now === 0) taken.delete(owner)
    else taken.set(owner, now)
  }
  const hasRoom = (owner: string) => free > 0 && (taken.get(owner) ?? 0) < MAX_CONNECTION_CLAIMS
  const leave = (owner: string) => {
    add(owner, -1)
    for (const first of waiting)
      if (hasRoom(first.owner)) {
        waiting.delete(first)
        add(first.owner, 1)
        first.begin()
      }
  }
  const wait = (owner: string, withinMs: number) =>
    new Promise<boolean>((resolve) => {
      const end = (isTaken: boolean) => () => {
        clearTimeout(timer)
        stopping.removeEventListener('abort', giveUp)
        waiting.delete(mine)
        resolve(isTaken)
      }
      const giveUp = end(false)
      const mine = { owner, begin: end(true) }
      const timer = setTimeout(giveUp, withinMs)
      stopping.addEventListener('abort', giveUp)
      waiting.add(mine)
    })
  return {
    slot(owner) {
      let isTaken = false
      return {
        async take(withinMs) {
          if (hasRoom(owner)) {
            add(owner, 1)
            isTaken = true
          } else if (withinMs > 0 && !stopping.aborted) isTaken = await wait(owner, withinMs)
          return isTaken
        },
        free() {
          if (!isTaken) return
          isTaken = false
          leave(owner)
        },
      }
    },
  }
}
