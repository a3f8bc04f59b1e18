import type { Door } from './door.ts'

/** A request that nothing has authorised yet. */
export type Guest = {
  /** The client, as in `clientAddresses`; empty when it is unknown. */
  readonly address: string
  readonly door: Door
  /** What it counts for so far. */
  bytes: number
  /** Whether all of it has arrived: then it waits for us, and is not broken off. */
  isWhole(): boolean
  breakOff(): void
}

/** The bytes of all requests of a listener that no key, signature or session has authorised yet. */
export type Strangers = {
  readonly bytes: number
  /** Counts a request from its head on. */
  begin(guest: Guest): void
  /** Counts a piece of its body. Over the budget, requests that are still arriving are broken off. */
  grow(guest: Guest, bytes: number): void
  /** The request is authorised, answered or gone. */
  end(guest: Guest): void
}

/** What Node holds of any request: its objects, and the text of a usual head. */
const REQUEST_BYTES = 4_096
/** What a piece takes beside its bytes: a body in pieces of one byte would else count for a hundredth of its memory. */
const PIECE_BYTES = 256
/** Addresses that hold no more than this, about one large post each, are all alike. */
const ENTITLED_BYTES = 4 * 1024 * 1024
/** The share of one address: never all, because whole requests that wait for us cannot be broken off. */
const OF_ADDRESS = 1 / 2
/** The most of each door: only hooks receive large bodies before they know the sender. */
const OF_DOOR: Readonly<Record<Door, number>> = {
  ...{ hooks: 3 / 4, api: 1 / 4, dashboard: 1 / 4, operator: 1 / 4, other: 1 / 4 },
}

type Group = { bytes: number; readonly most: number; readonly guests: Set<Guest> }

/** @param most the budget in bytes */
export function strangersWithin(most: number): Strangers {
  const all = groupWithin(most)
  const addresses = new Map<string, Group>()
  const doors = new Map<Door, Group>()
  const groupsOf = new Map<Guest, readonly Group[]>()
  const count = (guest: Guest, bytes: number): void => {
    guest.bytes += bytes
    for (const group of groupsOf.get(guest) ?? []) group.bytes += bytes
  }
  const end = (guest: Guest): void => {
    count(guest, -guest.bytes)
    for (const { guests } of groupsOf.get(guest) ?? []) guests.delete(guest)
    groupsOf.delete(guest)
    if (addresses.get(guest.address)?.guests.size === 0) addresses.delete(guest.address)
  }
  const grow = (guest: Guest, bytes: number): void => {
    count(guest, bytes)
    const groups = () => groupsOf.get(guest) ?? []
    for (let over = overfull(groups()); over !== undefined; over = overfull(groups())) {
      const leaving = leavingOf(over, addresses) ?? guest
      end(leaving)
      leaving.breakOff()
    }
  }
  return {
    get bytes() {
      return all.bytes
    },
    begin(guest) {
      const groups = [
        groupAt(addresses, guest.address, most * OF_ADDRESS),
        groupAt(doors, guest.door, most * OF_DOOR[guest.door]),
        all,
      ]
      for (const { guests } of groups) guests.add(guest)
      groupsOf.set(guest, groups)
      grow(guest, REQUEST_BYTES)
    },
    grow: (guest, bytes) => grow(guest, bytes + PIECE_BYTES),
    end,
  }
}

function groupWithin(most: number): Group {
  return { bytes: 0, most, guests: new Set() }
}

function groupAt<K>(groups: Map<K, Group>, key: K, most: number): Group {
  const group = groups.get(key) ?? groupWithin(most)
  groups.set(key, group)
  return group
}

function overfull(groups: readonly Group[]): Group | undefined {
  return groups.find(({ bytes, most }) => bytes > most)
}

/**
 * The request to break off where a group is over its share: the oldest that is still arriving, of the address that holds
 * most if that is more than a large post, else of all. Who stops midway thus makes room for who goes on.
 */
function leavingOf(over: Group, addresses: ReadonlyMap<string, Group>): Guest | undefined {
  const heaviest = [...addresses.values()].reduce((most, one) =>
    one.bytes > most.bytes ? one : most,
  )
  const greedy = heaviest.bytes > ENTITLED_BYTES ? oldestOf(heaviest, over) : undefined
  return greedy ?? oldestOf(over, over)
}

function oldestOf({ guests }: Group, within: Group): Guest | undefined {
  for (const guest of guests) if (within.guests.has(guest) && !guest.isWhole()) return guest
  return undefined
}
