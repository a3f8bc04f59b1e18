import { boundedBacklog } from './bounded-backlog.ts'
import { slotsWith } from './shared-slots.ts'
import { type Tenant, tenantShares } from './tenant-shares.ts'
import { withTimeout } from './with-timeout.ts'

const MAX_AT_ONCE = 256
/** Bytes that wait: some twenty of the largest POSTs, or many thousand small ones. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024

/** Work to admit: its owner, the bytes that it holds while it waits, and how long it may take in all, ms. */
export type AdmissionRequest = {
  readonly owner: Tenant
  readonly bytes: number
  readonly ms: number
}

/** Runs the work. Null when it succeeded within `ms`, else the error; work that is late continues unobserved. */
export type Admit = (asked: AdmissionRequest, work: () => Promise<void>) => Promise<Error | null>

/**
 * Bounded concurrency, shared by accounts (`tenantShares`) and newest first (LIFO) within each; work that is late before
 * it starts is dropped. After an outage, thousands of POSTs, each repeated by its sender, would otherwise be worked on
 * although their senders have given up, and would make all later ones late too.
 * @param of.mostBytes of waiting work; over it, the oldest work of the account that holds most is dropped
 */
export function admissionQueue({
  atOnce = MAX_AT_ONCE,
  mostBytes = MAX_WAITING_BYTES,
} = {}): Admit {
  const late = () => new Error('too much work of this account waits for the log')
  const slots = slotsWith({ limit: atOnce, newestFirst: true, late }, tenantShares(atOnce))
  const backlog = boundedBacklog(mostBytes)
  return async ({ owner, bytes, ms }, work) => {
    let giveUp = (): void => undefined
    const wait = async () => {
      const entry = backlog.add(owner.account_id, bytes)
      giveUp = entry.giveUp
      return slots.take(owner, { onceGone: entry.onceGone }).finally(entry.leave)
    }
    const admitted = async () => {
      const over = slots.takeNow(owner) ?? (await wait())
      return work().finally(over)
    }
    const failure = await outcomeWithin(ms, admitted())
    // Has no effect on work that has begun.
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
