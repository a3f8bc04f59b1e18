import { isLeaf } from '@recado/application/seal/leaf'
import type { DeliveredFact, EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { type FedSeal, openFedSeal } from '../lab/fed-seal.ts'
import { graphPost } from '../lab/graph-post.ts'
import { type Inbound, openInbound, receiving } from '../lab/inbound.ts'
import { defineGroup, type GroupRun, type Side } from '../measuring/group.ts'
import { batchOf } from '../measuring/loops.ts'
import { ratioAtMost } from '../report/goal.ts'

const PEOPLE = 50
/** Of a round of the product. */
const MESSAGES = 500
/** Whose facts are made leaves in a round. */
const SEALED_MESSAGES = 200
/** How often in a round, each time at places of their own: a tile is stored for 256 facts, and few would not be seen. */
const TIMES = 60

type Opened = { readonly inbound: Inbound; readonly seal: FedSeal; readonly follow: Follow }

/** The facts of the log behind those before, as far as they become leaves. */
type Follow = () => Promise<readonly DeliveredFact[]>

/** What of an inbound message is the tree of hashes: making its facts leaves, storing tiles, and showing them. */
export const sealShare = defineGroup<Opened>({
  name: 'seal-share',
  minutes: 5,
  async open(run) {
    const { lab, progress } = run
    const stack = await lab.stack()
    const inbound = await openInbound(lab, stack, PEOPLE)
    progress('a log for the trees')
    const seal = await openFedSeal(run, await lab.stack())
    const { store } = connectEventStore(stack.settings.EVENTSTORE_URL)
    lab.after(() => store.close())
    return { inbound, seal, follow: following(store) }
  },
  rows: [1, 100].map((perPost) => ({
    name: `facts of inbound messages into the tree, ${perPost} a POST`,
    against: 'the whole product, from the POST until the messages are visible',
    note: 'The checkpoint of the hour is not in it: it costs the same whatever came.',
    ...{ figures: ['rate_per_s'] as const, inBench: 'ours' as const, isRawOurs: true },
    goals: [ratioAtMost('cpu', 0.02)],
    sides: ({ inbound, seal, follow }: Opened, { share }: GroupRun) => ({
      ours: sealed(inbound, { seal, follow }, SEALED_MESSAGES * share, perPost),
      raw: receiving(inbound, { people: PEOPLE, messages: MESSAGES * share, perPost }),
    }),
  })),
})

function sealed(
  inbound: Inbound,
  { seal, follow }: Pick<Opened, 'seal' | 'follow'>,
  count: number,
  perPost: number,
): Side {
  const posts = Math.ceil(count / perPost)
  const prepare = async () => {
    await follow()
    const made = Array.from({ length: posts }, () => graphPost(inbound.tenant, perPost, PEOPLE))
    await inbound.take(made, posts * perPost)
    return seal.ready(repeated(await follow()))
  }
  return batchOf(posts * perPost * TIMES, prepare, (take) => take())
}

function following(store: EventStore): Follow {
  let after: bigint | 'start' = 'start'
  return async () => {
    const found: DeliveredFact[] = []
    const { signal } = new AbortController()
    const filter = { streamPrefixes: [] }
    for await (const item of store.subscribe({ from: after, filter, signal })) {
      if (item.kind === 'caught_up') return found
      if (item.kind !== 'event' || !isLeaf(item.stream)) continue
      after = item.position
      found.push(item)
    }
    return found
  }
}

let last = 0n

/** Facts several times, at places that grow. Whatever else follows the log has parsed their metadata already. */
function repeated(facts: readonly DeliveredFact[]): readonly DeliveredFact[] {
  return Array.from({ length: TIMES }, () => facts).flatMap((once) =>
    once.map((fact) => {
      last += 1n
      return new Again(fact, last)
    }),
  )
}

/** Its fields are behind getters, as in a fact of a subscription: whoever estimates its bytes goes through none of them. */
class Again implements DeliveredFact {
  readonly kind = 'event'
  readonly position: bigint
  readonly #fact: DeliveredFact

  constructor(fact: DeliveredFact, position: bigint) {
    this.position = position
    this.#fact = fact
  }

  get id() {
    return this.#fact.id
  }

  get type() {
    return this.#fact.type
  }

  get stream() {
    return this.#fact.stream
  }

  get revision() {
    return this.#fact.revision
  }

  get metadata() {
    return this.#fact.metadata
  }

  get event() {
    return this.#fact.event
  }

  get unopened() {
    return this.#fact.unopened
  }

  get stored() {
    return this.#fact.stored
  }
}
