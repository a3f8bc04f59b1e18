import type { Door } from './door.ts'

/** A request that nothing has authorised yet. */
export type StrangerRequest = {
  /** The client, as in `clientAddresses`; empty when it is unknown. */
  readonly address: string
  readonly door: Door
  /** What it counts for so far. */
  bytes: number
  /** Whether all of the request has arrived: then it waits for us, and is not broken off. */
  isWhole(): boolean
  breakOff(): void
}

/** The bytes of all requests of a listener that no key, signature or session has authorised yet. */
export type Strangers = {
  readonly bytes: number
  /** Counts a request from its head on. */
  begin(guest: StrangerRequest): void
  /** Counts a piece of its body. Over the budget, requests that are still arriving are broken off. */
  grow(guest: StrangerRequest, bytes: number): void
  /** The request is authorised, answered or gone. */
  end(guest: StrangerRequest): void
}

/** What Node holds of any request: its objects, and the text of a usual head. */
const REQUEST_BYTES = 4_096
/** Memory of a piece beside its bytes: a body in pieces of one byte would otherwise count for a hundredth of its memory. */
const PIECE_BYTES = 256
/** An address that holds no more than this, about one large post, is not singled out. */
const ENTITLED_BYTES = 4 * 1024 * 1024
/** The share of one address: never all, because whole requests that wait for us cannot be broken off. */
const ADDRESS_SHARE = 1 / 2
/** The most of each door: only hooks receive large bodies before they know the sender. */
const DOOR_SHARES: Readonly<Record<Door, number>> = {
  ...{ hooks: 3 / 4, api: 1 / 4, dashboard: 1 / 4, operator: 1 / 4, other: 1 / 4 },
}

type Group = { bytes: number; readonly most: number; readonly guests: Set<StrangerRequest> }

/** @param most the budget in bytes */
export function limitStrangers(most: number): Strangers {
  const all = groupWithin(most)
  const addresses = new Map<string, Group>()
  const doors = new Map<Door, Group>()
  const groupsOf = new Map<StrangerRequest, readonly Group[]>()
  const count = (guest: StrangerRequest, bytes: number): void => {
    guest.bytes += bytes
    for (const group of groupsOf.get(guest) ?? []) group.bytes += bytes
  }
  const end = (guest: StrangerRequest): void => {
    count(guest, -guest.bytes)
    for (const { guests } of groupsOf.get(guest) ?? []) guests.delete(guest)
    groupsOf.delete(guest)
    if (addresses.get(guest.address)?.guests.size === 0) addresses.delete(guest.address)
  }
  const grow = (guest: StrangerRequest, bytes: number): void => {
    count(guest, bytes)
    const groups = () => groupsOf.get(guest) ?? []
    for (let over = groupOverBound(groups()); over !== undefined; over = groupOverBound(groups())) {
      const leaving = requestToBreakOff(over, addresses) ?? guest
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
        groupAt(addresses, guest.address, most * ADDRESS_SHARE),
        groupAt(doors, guest.door, most * DOOR_SHARES[guest.door]),
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

function groupOverBound(groups: readonly Group[]): Group | undefined {
  return groups.find(({ bytes, most }) => bytes > most)
}

/**
 * The request to break off where a group is over its share: the oldest that is still arriving, of the address that holds
 * most if that is more than a large post, else of all. A sender that stopped midway thus makes room for one that goes on.
 */
function requestToBreakOff(
  over: Group,
  addresses: ReadonlyMap<string, Group>,
): StrangerRequest | undefined {
  const heaviest = [...addresses.values()].reduce((most, one) =>
    one.bytes > most.bytes ? one : most,
  )
  const greedy = heaviest.bytes > ENTITLED_BYTES ? oldestOf(heaviest, over) : undefined
  return greedy ?? oldestOf(over, over)
}

function oldestOf({ guests }: Group, within: Group): StrangerRequest | undefined {
  for (const guest of guests) if (within.guests.has(guest) && !guest.isWhole()) return guest
  return undefined
}
