import { randomUUID } from 'node:crypto'
import { postProver } from '@recado/application/audit/prove-post'
import type { WholeRawEvent } from '@recado/application/intake/raw-event'
import { parsePost } from '@recado/command-api/hooks/parse-post'
import { asNative } from '@recado/domain/native-json'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { sha256Hex } from '@recado/infra/sha256'
import fc from 'fast-check'
import { test } from 'tap'
import { accountId } from '../../examples/account.ts'
import { EVERY_FACT } from '../../examples/every-fact.ts'
import { mutated, withRaw } from '../../fuzz/json.ts'
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

const NO_SECRETS = {
  ofConnection: async () => ({ secrets: [], isIncomplete: false }),
  async *ofAll() {},
}

/** The raw event that the hook stores of a body, as it comes back from the log; null for a body that is no JSON. */
function ofBody(body: string): WholeRawEvent | null {
  const parsed = parsePost(Buffer.from(body))
  if (parsed === null || typeof parsed.post !== 'object' || parsed.post === null) return null
  const payload = asNative(parsed.post)
  const of = { source: 'official', body: parsed.text, signature: null, payload }
  const data = {
    ...EVERY_FACT.ProviderEventReceived,
    ...{ ...of, body_sha256: sha256Hex(parsed.text) },
  }
  const fact = { type: 'ProviderEventReceived' as const, data: JSON.parse(JSON.stringify(data)) }
  return recorded('providerEvent-1.20260101', fact, { account_id: accountId }) as WholeRawEvent
}

async function faultsOf(raw: WholeRawEvent): Promise<readonly string[]> {
  const store = { readLast: async () => null, async *readStream() {} }
  const prove = postProver({ store, providers: PROVIDERS, secrets: NO_SECRETS })
  return (await prove(raw)).flatMap(({ verdict, what }) => (verdict === 'difference' ? [what] : []))
}

test('whatever a provider posts is within its bytes', async (t) => {
  const deep = `${'['.repeat(101)}1${']'.repeat(101)}`
  for (const number of ['-0', '1e400', '-1e400', '1.0', '9223372036854775807'])
    for (const other of ['1', deep]) {
      // A shorter text is not searched for depth.
      const body = `{"filled":"${'x'.repeat(2_000)}","number":${number},"other":${other}}`
      t.same(await faultsOf(ofBody(body) as WholeRawEvent), [], `${number} beside ${other}`)
    }
  const posted = mutated(fc.jsonValue({ maxDepth: 4 }), 4).map(
    (value) => `{"filled":"${'x'.repeat(2_000)}","value":${withRaw(JSON.stringify(value))}}`,
  )
  await fc.assert(
    fc.asyncProperty(posted, async (body) => {
      const raw = ofBody(body)
      t.same(raw === null ? [] : await faultsOf(raw), [])
    }),
    { numRuns: 500 },
  )
})

test('a post that is missing is searched once for all of its raw events', async (t) => {
  let reads = 0
  const store = {
    readLast: async () => null,
    async *readStream(): AsyncGenerator<RecordedEvent> {
      reads += 1
      yield* []
    },
  }
  const prove = postProver({ store, providers: PROVIDERS, secrets: NO_SECRETS })
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
