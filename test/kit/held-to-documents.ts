import { appendFile } from 'node:fs/promises'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Nats } from '@recado/infra/nats/connect'
import { deliveryCarrier } from '@recado/projectors/webhooks/dispatcher/carried-delivery'
import type { Msg } from 'nats'
import { channelOf, channelOfFact, problemOfFact, problemOfMessage } from './channels.ts'
import type { Ends } from './ends.ts'
import { eventually } from './eventually.ts'
import { channelsFile, testRunPid, wantsChannels } from './test-run.ts'

/** The channels on which messages arrived. */
export type Seen = ReadonlySet<string>

/** How long the store may take to answer one ping, and all of them. */
const PING_MS = 1_000

/**
 * Holds what the product publishes and appends to docs/asyncapi.json: at the end, every message and every fact must
 * match its description. Call it before starting whatever appends, so that the check runs after that has ended. Facts
 * which are in the log already are not checked.
 * @param store null skips the facts: those of a test that tampers with its log, or stops its store for good
 * @throws when the store does not answer at the end
 */
export async function holdToDocuments(
  { store, nats, masterKey }: { store: EventStore | null; nats: Nats; masterKey: Buffer },
  ends: Ends,
): Promise<Seen> {
  const carrier = deliveryCarrier(masterKey)
  const before = (await store?.head()) ?? -1n
  const seen = new Set<string>()
  const used = new Set<string>()
  const problems: string[] = []
  const take = (message: Msg) => {
    const channel = channelOf(message.subject)
    if (channel === undefined) return void problems.push(`${message.subject} is not described`)
    seen.add(channel)
    // Another release's delivery is not for us.
    const body = message.subject.startsWith('events.') ? message.data : carrier.read(message)?.body
    if (body === undefined) return
    const problem = problemOfMessage(channel, JSON.parse(Buffer.from(body).toString()))
    if (problem !== null) problems.push(problem)
  }
  for (const subjects of ['whatsapp.>', 'events.>']) nats.subscribe(subjects, take)
  ends.push(async () => {
    if (store !== null) {
      await eventually(() => store.ping(PING_MS))
      for await (const fact of store.readAll({ from: before < 0n ? 'start' : before })) {
        if (fact.position <= before) continue
        // The relay publishes every fact, if only after the test: its channel counts as used.
        used.add(channelOfFact(fact))
        const problem = problemOfFact(fact)
        if (problem !== null) problems.push(`${fact.stream}: ${problem}`)
      }
    }
    if (wantsChannels)
      await appendFile(channelsFile(testRunPid), `${[...seen, ...used].join('\n')}\n`)
    if (problems.length > 0)
      throw new Error(`not as described:\n${problems.slice(0, 20).join('\n')}`)
  })
  return seen
}
