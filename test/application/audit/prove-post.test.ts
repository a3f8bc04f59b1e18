import { randomUUID } from 'node:crypto'
import { postProver } from '@recado/application/audit/prove-post'
import type { WholeRawEvent } from '@recado/application/intake/raw-event'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { EVERY_FACT } from '../../examples/every-fact.ts'
import { recorded } from '../../kit/projecting.ts'

/** A raw event of a post that is kept apart. */
function ofPost(body_sha256: string): WholeRawEvent {
  const data = {
    ...EVERY_FACT.ProviderEventReceived,
    ...{ source: 'official', body: null, signature: null, body_sha256 },
  }
  const fact = { type: 'ProviderEventReceived' as const, data }
  return recorded('providerEvent-1.20260101', fact, { account_id: accountId }) as WholeRawEvent
}

test('a post that is missing is searched once for all of its raw events', async (t) => {
  let reads = 0
  const store = {
    readLast: async () => null,
    async *readStream(): AsyncGenerator<RecordedEvent> {
      reads += 1
      yield* []
    },
  }
  const secrets = {
    ofConnection: async () => ({ secrets: [], isIncomplete: false }),
    async *ofAll() {},
  }
  const prove = postProver({ store, providers: PROVIDERS, secrets })
  const sha256 = 'a'.repeat(64)
  const found = await Promise.all(Array.from({ length: 100 }, () => prove(ofPost(sha256))))
  t.ok(found.every(([finding]) => finding?.what === 'bytes_missing'))
  const once = reads
  t.ok(once <= 4, `${once} reads`)
  await prove(ofPost(sha256))
  t.equal(reads, once)
  await prove(ofPost(randomUUID()))
  t.equal(reads, 2 * once)
})
