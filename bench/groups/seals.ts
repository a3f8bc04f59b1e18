import { createHash } from 'node:crypto'
import { leafOf } from '@recado/application/seal/leaf'
import { deliveredAs } from '@recado/infra/event-store/delivered-fact'
import type { DeliveredFact } from '@recado/infra/event-store/event-store'
import { type Edge, NO_LEAVES, rootOfEdge, withLeaf } from '@recado/infra/tlog/edge'
import { textReceived } from '../lab/facts.ts'
import { defineGroup, type Side } from '../measuring/group.ts'
import { batchOf } from '../measuring/loops.ts'
import { atMost } from '../report/goal.ts'

/** Leaves of a round. */
const LEAVES = 20_000

type Leaf = Pick<DeliveredFact, 'id' | 'stream' | 'type' | 'revision' | 'stored'>

/** What proof costs a fact: its leaf, and the tree that grows by it. */
export const seals = defineGroup<null>({
  name: 'seals',
  minutes: 1,
  open: async () => null,
  rows: [
    {
      name: 'leaves, from stored bytes to the root of their tree',
      against: 'SHA-256 of the same bytes',
      figures: ['rate_per_s'],
      inBench: 'both',
      goals: [atMost('cpu', 5)],
      sides: (_, { share }) => ({
        ours: over(LEAVES * share, (facts) => rootOfEdge(facts.reduce(grow, NO_LEAVES))),
        raw: over(LEAVES * share, (facts) => facts.map(bareHash)),
      }),
    },
  ],
})

function grow(edge: Edge, fact: Leaf): Edge {
  return withLeaf(edge, leafOf(fact, fact.stored))
}

function bareHash({ stored: { data, metadata } }: Leaf): Buffer {
  return createHash('sha256').update(data).update(metadata).digest()
}

function over(count: number, work: (facts: readonly Leaf[]) => unknown): Side {
  return batchOf(
    count,
    async () => Array.from({ length: count }, newLeaf),
    async (facts) => work(facts),
  )
}

/** With its bytes at hand, as the log delivers them. */
function newLeaf(): Leaf {
  const fact = textReceived()
  const { id, type } = fact
  const { stream, revision, stored } = deliveredAs({
    ...{ ...fact, stream: `message-${fact.data.message_id}`, revision: 0n, position: 1n },
    created: fact.metadata.recorded_at,
  })
  return { id, type, stream, revision, stored }
}
