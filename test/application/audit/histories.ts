import type { RawEvent } from '@recado/application/intake/raw-event'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import fc from 'fast-check'
import { logOfTwoNumbers } from './audited-log.ts'
import { post } from './happenings.ts'

/** What providers post, and how intake records it. */
export const history = fc.record({
  posts: fc.array(fc.record({ post, isRepeated: fc.boolean() }), { minLength: 1, maxLength: 14 }),
  /** How many are recorded at once. */
  together: fc.integer({ min: 1, max: 3 }),
  isTwice: fc.boolean(),
})

type History = typeof history extends fc.Arbitrary<infer One> ? One : never

/** The log that intake leaves, recording once or in two processes at once, and what it could not record. */
export async function recorded({ posts, together, isTwice }: History): Promise<{
  readonly log: readonly RecordedEvent[]
  readonly parked: readonly unknown[]
}> {
  const { log, receive, recorder } = await logOfTwoNumbers()
  const processes = isTwice ? [recorder(), recorder()] : [recorder()]
  const sent = posts.flatMap(({ post, isRepeated }) => (isRepeated ? [post, post] : [post]))
  for (let n = 0; n < sent.length; n += together) {
    const raws: RawEvent[] = []
    for (const one of sent.slice(n, n + together)) raws.push(await receive(one))
    await Promise.all(processes.map(({ record }) => record(...raws)))
  }
  return { log, parked: processes.flatMap((one) => one.parked) }
}
