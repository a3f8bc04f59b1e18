import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type SharedSlots, sharedSlots } from '../../concurrency/shared-slots.ts'
import { unavailable } from '../http-problem.ts'

/**
 * Whose turn a hash takes. `known` callers have proved something already: a session, a link, a device that has signed in
 * before. The lanes take turns, so that strangers, however many, delay a known caller by one hash.
 */
export type Turn = {
  readonly lane: 'known' | 'strangers'
  /** Shares the turns of its lane fairly, such as a client's address. */
  readonly owner: string
}

/** Hashes passwords. Each call costs about 200 ms of one core and 32 MiB, at the product's `COST`. */
export type Passwords = {
  /** A PHC string to store. @throws HttpProblem 503 when too many wait in the lane */
  hash(password: string, turn: Turn): Promise<string>
  /** Whether the password fits; without a hash it takes as long and answers no. @throws HttpProblem 503 */
  isRight(password: string, hash: string | null, turn: Turn): Promise<boolean>
}

/** Besides the one being hashed, this many passwords may wait in a lane; of one owner MAX_PER_OWNER in all. */
const MAX_WAITING = 8
const MAX_PER_OWNER = 3

/** N is 2 to the power of `ln`, as in a PHC string. */
type Cost = { readonly ln: number; readonly r: number; readonly p: number }

const COST: Cost = { ln: 15, r: 8, p: 3 }
const MAX_MEMORY = 64 * 1024 * 1024
const KEY_BYTES = 32
const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** @param cost of new hashes, and of the answer for somebody without a hash; a stored hash says what it costs itself */
export function openPasswords(cost: Cost = COST): Passwords {
  const core = sharedSlots({ limit: 1 })
  const lanes = { known: laneOf('known', core), strangers: laneOf('strangers', core) }
  return {
    hash: (password, { lane, owner }) =>
      lanes[lane](owner, async () => {
        const salt = randomBytes(16)
        return phc(cost, salt, await derive(normal(password), salt, KEY_BYTES, optionsOf(cost)))
      }),
    isRight: (password, hash, { lane, owner }) =>
      lanes[lane](owner, async () => {
        const stored = parseHash(hash) ?? { ...NOBODY, cost }
        const given = await derive(
          normal(password),
          stored.salt,
          stored.key.length,
          optionsOf(stored.cost),
        )
        return timingSafeEqual(given, stored.key) && hash !== null
      }),
  }
}

/** Owners take turns in a lane, and lanes at the core. */
function laneOf(name: Turn['lane'], core: SharedSlots) {
  const slots = sharedSlots({ limit: 1 })
  const waiting = new Map<string, number>()
  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    const own = waiting.get(owner) ?? 0
    const all = [...waiting.values()].reduce((sum, n) => sum + n, 0)
    if (own >= MAX_PER_OWNER || all > MAX_WAITING)
      throw unavailable('too many passwords are being checked; try again', 2)
    waiting.set(owner, own + 1)
    return slots.run(owner, () => core.run(name, work)).finally(() => leave(waiting, owner))
  }
}

const NOBODY = { salt: randomBytes(16), key: randomBytes(KEY_BYTES) }

function leave(waiting: Map<string, number>, owner: string): void {
  const left = (waiting.get(owner) ?? 1) - 1
  if (left > 0) waiting.set(owner, left)
  else waiting.delete(owner)
}

/** The same password may reach us in different Unicode compositions. */
function normal(password: string): string {
  return password.normalize('NFKC')
}

function optionsOf({ ln, r, p }: Cost): ScryptOptions {
  return { N: 2 ** ln, r, p, maxmem: MAX_MEMORY }
}

function phc({ ln, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${b64(salt)}$${b64(key)}`
}

function parseHash(hash: string | null) {
  const [, ln, r, p, salt, key] = PHC.exec(hash ?? '') ?? []
  if (salt === undefined || key === undefined) return null
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  return { salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64'), cost }
}

function b64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
