import { textReceived } from '../lab/facts.ts'
import { graphPost } from '../lab/graph-post.ts'
import { type Inbound, openInbound } from '../lab/inbound.ts'
import { rawAppend, rawClient } from '../lab/raw-events.ts'
import { defineGroup, type GroupRun } from '../measuring/group.ts'
import { atATime, batchOf } from '../measuring/loops.ts'
import { atLeast } from '../report/goal.ts'

const PEOPLE = 200
const PER_POST = 100
/** Posts of a round. */
const POSTS = 30
const IN_FLIGHT = 256

type Opened = Inbound & { rawAppend(): Promise<void> }

/** Inbound messages, from Meta's POST until the list of messages shows them. */
export const intake = defineGroup<Opened>({
  name: 'intake',
  minutes: 2,
  async open({ lab, progress }) {
    const stack = await lab.stack()
    const client = rawClient(lab, stack.settings.EVENTSTORE_URL)
    progress(`meeting ${PEOPLE} people`)
    const inbound = await openInbound(lab, stack, PEOPLE)
    return { ...inbound, rawAppend: () => rawAppend(client, [textReceived()]) }
  },
  rows: [
    {
      name: `updates until visible, ${PER_POST} a POST`,
      against: `bare appends of as many messages, ${IN_FLIGHT} at a time`,
      figures: ['rate_per_s'],
      inBench: 'raw',
      goals: [atLeast('rate_per_s', 3_000)],
      sides: ({ tenant, take, rawAppend }, { share }: GroupRun) => {
        const length = Math.ceil(POSTS * share)
        const count = length * PER_POST
        const posts = async () => Array.from({ length }, () => graphPost(tenant, PER_POST, PEOPLE))
        return {
          ours: batchOf(count, posts, (made) => take(made, count)),
          raw: batchOf(
            count,
            async () => count,
            (left) => atATime(IN_FLIGHT, left, rawAppend),
          ),
        }
      },
    },
  ],
})
