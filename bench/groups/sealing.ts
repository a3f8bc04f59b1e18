import { randomBytes } from 'node:crypto'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { isOfOldForm } from '@recado/infra/event-store/old-form'
import { isSealed, openData, sealData } from '@recado/infra/sealing/sealed-fact'
import { textReceived } from '../lab/facts.ts'
import { graphPost } from '../lab/graph-post.ts'
import { type Inbound, openInbound, receiving } from '../lab/inbound.ts'
import { openSending, type Sending } from '../lab/sending.ts'
import { openSlowReader, type SlowReader } from '../lab/slow-reader.ts'
import type { FactsAre, Stack } from '../lab/stack.ts'
import { defineGroup, type GroupRun, type Side } from '../measuring/group.ts'
import { atATime, batchOf } from '../measuring/loops.ts'
import { ratioAtMost } from '../report/goal.ts'

const PEOPLE = 50
/** Of a round. */
const MESSAGES = 500
const SENDS = 200
const FACTS = 5_000
const AT_A_TIME = 32
const AGAINST = 'the same product, which seals no fact'
const GOALS = [ratioAtMost('cpu', 1.15)]
const REBUILD_GOALS = [ratioAtMost('cpu', 1.25)]

/** The product, and beside it the same programs with one function replaced. */
type Both<T> = Readonly<Record<FactsAre, T>>

type Receiving = Inbound & { readonly stack: Stack }

/** What privacy costs an inbound message, from the provider's POST until the list of messages shows it, and a rebuild. */
export const sealedInbound = defineGroup<Both<Receiving>>({
  name: 'sealed-inbound',
  minutes: 6,
  open: (run) =>
    openBoth(run, async (stack) => ({ ...(await openInbound(run.lab, stack, PEOPLE)), stack })),
  rows: [
    ...[1, 100].map((perPost) => ({
      ...{ name: `messages until visible, ${perPost} a POST`, against: AGAINST, goals: GOALS },
      figures: ['rate_per_s'] as const,
      sides: (opened: Both<Receiving>, { share }: GroupRun) => ({
        ours: receiving(opened.sealed, { people: PEOPLE, messages: MESSAGES * share, perPost }),
        raw: receiving(opened.unsealed, { people: PEOPLE, messages: MESSAGES * share, perPost }),
      }),
    })),
    {
      ...{ name: 'messages read again, as a rebuild does', against: AGAINST, goals: REBUILD_GOALS },
      figures: ['rate_per_s'] as const,
      // Their readers begin here, because they cost something in every round of other rows.
      sides: async ({ sealed, unsealed }: Both<Receiving>, { lab, share }: GroupRun) => ({
        ours: readAgain(sealed, await openSlowReader(lab, sealed.stack), MESSAGES * share),
        raw: readAgain(unsealed, await openSlowReader(lab, unsealed.stack), MESSAGES * share),
      }),
    },
  ],
})

/** What privacy costs a send over HTTP, with everything that it causes. */
export const sealedSends = defineGroup<Both<Sending>>({
  name: 'sealed-sends',
  minutes: 4,
  open: (run) =>
    openBoth(run, async (stack) => {
      const simulator = await stack.outside('simulators/main.ts', { RECADO_PLAIN: '1' })
      return openSending(run, stack, `http://127.0.0.1:${simulator.port}`)
    }),
  rows: [
    {
      ...{ name: `text over HTTP, ${AT_A_TIME} at a time`, against: AGAINST, goals: GOALS },
      figures: ['rate_per_s'],
      sides: ({ sealed, unsealed }, { share }) => ({
        ours: sent(sealed, SENDS * share),
        raw: sent(unsealed, SENDS * share),
      }),
    },
  ],
})

/** What sealing and opening one fact costs, without what is around it. */
export const sealedFacts = defineGroup<null>({
  name: 'sealed-facts',
  minutes: 1,
  open: async () => null,
  rows: [
    {
      ...{ name: 'MessageReceived, sealed once and opened once', against: 'to JSON and back' },
      figures: ['rate_per_s'],
      inBench: 'both',
      sides: (_, { share }) => ({
        ours: inProcess(FACTS * share, sealAndOpen()),
        raw: inProcess(FACTS * share, (fact) => JSON.parse(JSON.stringify(fact.data))),
      }),
    },
  ],
})

/** @throws when one of the two is not what it is compared as */
async function openBoth<T>(
  { lab, progress }: GroupRun,
  open: (stack: Stack) => Promise<T>,
): Promise<Both<T>> {
  const start = async (facts: FactsAre) => {
    progress(facts)
    const stack = await lab.stack(facts)
    const opened = await open(stack)
    const { store } = connectEventStore(stack.settings.EVENTSTORE_URL)
    lab.after(() => store.close())
    if ((await isOfOldForm(store)) !== (facts === 'unsealed')) throw new Error(`not ${facts}`)
    return opened
  }
  return { sealed: await start('sealed'), unsealed: await start('unsealed') }
}

function readAgain({ tenant, take }: Inbound, reader: SlowReader, count: number): Side {
  const prepare = async () => {
    await reader.catchUp()
    reader.halt()
    await take([graphPost(tenant, count, PEOPLE)], count)
  }
  return batchOf(count, prepare, () => reader.catchUp())
}

function sent({ send }: Sending, count: number): Side {
  const nothing = async () => null
  return batchOf(count, nothing, (_, signal) => atATime(AT_A_TIME, count, send, signal))
}

type Text = ReturnType<typeof textReceived>

function inProcess(count: number, work: (fact: Text) => unknown): Side {
  const facts = async () => Array.from({ length: count }, () => textReceived())
  return batchOf(count, facts, async (made) => made.forEach(work))
}

const BOTH = ['kept', 'said'] as const

function sealAndOpen(): (fact: Text) => unknown {
  const [key, kid] = [randomBytes(32), 'mf1abcd0a0123456789ab.12']
  const pseudonym = () => key.subarray(16)
  return ({ id, type, data }) => {
    const of = { kid, fact: id, type }
    const stored = BOTH.reduce<object>(
      (sealed, part) => sealData({ type, data: sealed }, part, of, key, pseudonym),
      data,
    )
    return BOTH.reduce(
      (sealed, part) => (isSealed(sealed, part) ? openData(sealed, part, of, key) : sealed),
      stored,
    )
  }
}
