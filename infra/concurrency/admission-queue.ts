import { slotsWith } from './shared-slots.ts'
import { type Tenant, tenantShares } from './tenant-shares.ts'
import { waitingRoom } from './waiting-room.ts'
import { withTimeout } from './with-timeout.ts'

const AT_ONCE = 256
/** Of what waits: some twenty of the largest POSTs, or many thousand small ones. */
const MAX_BYTES = 64 * 1024 * 1024

/** Work that asks to begin: whose it is, what it holds while it waits, and how long it may take in all. */
export type Asked = { readonly owner: Tenant; readonly bytes: number; readonly ms: number }

/** Runs the work. Null when it succeeded within `ms`, else the error; work that is late continues unobserved. */
export type Admit = (asked: Asked, work: () => Promise<void>) => Promise<Error | null>

/**
 * Bounded concurrency, shared by accounts (`tenantShares`) and newest first (LIFO) within each; work that is late before
 * it starts is dropped. After an outage, thousands of POSTs, each repeated by its sender, would otherwise be worked on
 * although their senders have given up, and would make all later ones late too.
 * @param of.mostBytes of what waits; over it, the oldest of the account goes that holds most
 */
export function admissionQueue({ atOnce = AT_ONCE, mostBytes = MAX_BYTES } = {}): Admit {
  const late = () => new Error('too much of this account waits for the log')
  const slots = slotsWith({ limit: atOnce, newestFirst: true, late }, tenantShares(atOnce))
  const waiting = waitingRoom(mostBytes)
  return async ({ owner, bytes, ms }, work) => {
    let giveUp = (): void => undefined
    const wait = async () => {
      const seat = waiting.sit(owner.account_id, bytes)
      giveUp = seat.giveUp
      return slots.take(owner, { onceGone: seat.onceGone }).finally(seat.leave)
    }
    const admitted = async () => {
      const over = slots.takeNow(owner) ?? (await wait())
      return work().finally(over)
    }
    const failure = await outcomeWithin(ms, admitted())
    // What has begun by now goes on.
    giveUp()
    return failure
  }
}

async function outcomeWithin(ms: number, work: Promise<void>): Promise<Error | null> {
  const late = () => new Error(`the log did not answer within ${ms} ms`)
  try {
    await withTimeout(ms, work, late)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
