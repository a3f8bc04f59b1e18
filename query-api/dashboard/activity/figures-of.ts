import { boundOfRank, type Counts } from '@recado/application/read-models/figures'
import type { Durations, Figures } from '@recado/contract/dashboard/activity'

type Named = { readonly name: string; readonly n: number }

/** Sums counts by name, which may repeat, into figures. */
export function figuresOf(counted: readonly Named[]): Figures {
  const plain = sumsOf(counted)
  const [outbound, deliveries] = [countsBelow(plain, 'outbound'), countsBelow(plain, 'deliveries')]
  return {
    received: plain.received ?? 0,
    outbound: {
      pending: outbound.pending ?? 0,
      sent: outbound.sent ?? 0,
      delivered: outbound.delivered ?? 0,
      read: outbound.read ?? 0,
      failed: outbound.failed ?? 0,
    },
    failed: countsBelow(plain, 'failed'),
    delivered_in: durationsOf(countsBelow(plain, 'delivered_in')),
    waits: plain.waits ?? 0,
    answered_in: durationsOf(countsBelow(plain, 'answered_in')),
    deliveries: {
      pending: deliveries.pending ?? 0,
      delivered: deliveries.delivered ?? 0,
      failed: deliveries.failed ?? 0,
      dead: deliveries.dead ?? 0,
    },
    attempts: plain.attempts ?? 0,
  }
}

function sumsOf(counted: readonly Named[]): Counts {
  const sums: Record<string, number> = {}
  for (const { name, n } of counted) sums[name] = (sums[name] ?? 0) + n
  return sums
}

/** The counts whose name begins with `name.`, by the rest of their name. */
function countsBelow(counts: Counts, name: string): Record<string, number> {
  const before = `${name}.`
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([key]) => key.startsWith(before))
      .map(([key, n]) => [key.slice(before.length), n]),
  )
}

function durationsOf(counts: Counts): Durations {
  const count = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return { count, p50_s: boundOfRank(counts, 0.5), p95_s: boundOfRank(counts, 0.95) }
}
