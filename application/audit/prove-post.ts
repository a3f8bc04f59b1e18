import { asNative, nativeText, nativeValue } from '@recado/domain/native-json'
import { isRecord } from '@recado/domain/provider-event/loose-json'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { exactForeignJson } from '@recado/infra/foreign-json'
import type { AppHook, ConnectionHook } from '@recado/infra/providers/hook'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { sha256Hex } from '@recado/infra/sha256'
import { LRUCache } from 'lru-cache'
import type { RawEvent, WholeRawEvent } from '../intake/raw-event.ts'
import { isWithin } from './compare.ts'
import { differenceFinding, erasedFinding, type Finding, unprovableFinding } from './finding.ts'
import { type KeptBytes, keptBytes } from './kept-bytes.ts'
import type { KnownSecrets } from './known-secrets.ts'

/** What a proof of posts reads. */
export type PostProof = {
  readonly store: Pick<EventStore, 'readStream' | 'readLast'>
  readonly providers: ProviderKinds
  readonly secrets: KnownSecrets
}

type Post = KeptBytes & { readonly json: unknown; readonly sha256: string }
type Found = Post | 'missing' | 'deleted' | 'erased'

/** Remembered posts that are stored apart from their raw events, of which one post may have a thousand. */
const MAX_REMEMBERED_BYTES = 16 * 1024 * 1024

/** Proves a raw event by the stored bytes of its post: their hash, their signature, and that it holds nothing else. */
export function postProver(proof: PostProof): (raw: WholeRawEvent) => Promise<readonly Finding[]> {
  const keptApart = openPostReader(proof)
  const signed = new LRUCache<string, true>({ max: 10_000 })
  return async (raw) => {
    const hook = proof.providers.get(raw.data.source)?.hook
    if (hook === undefined)
      return [
        unprovableFinding(raw, 'provider_unknown', `there is no provider named ${raw.data.source}`),
      ]
    if (raw.data.body === null && isRedacted(raw, hook))
      return [
        unprovableFinding(
          raw,
          'body_redacted',
          'its body contained a code that nobody may read, and was not stored',
        ),
      ]
    const post = await (raw.data.body === null ? keptApart(raw) : readPost(proof, raw))
    if (post === 'erased') return [erasedFinding(raw)]
    if (post === 'missing')
      return [differenceFinding(raw, 'bytes_missing', 'its body is not in the log')]
    if (post === 'deleted')
      return [unprovableFinding(raw, 'body_deleted', 'the bodies of its day were deleted')]
    if (post.sha256 !== raw.data.body_sha256)
      return [
        differenceFinding(raw, 'bytes_changed', 'the body is not the one that its sha256 names'),
      ]
    const key = `${post.sha256} ${post.signature} ${raw.data.connection_id}`
    const faults = signed.has(key) ? [] : await proveSignature(proof, raw, hook, post)
    if (faults.length === 0) signed.set(key, true)
    return [...faults, ...provePayload(raw, post)]
  }
}

/** Raw events of one post share its search, even one that finds nothing: such a search reads two days of posts. */
function openPostReader(proof: PostProof): (raw: RawEvent) => Promise<Found> {
  const posts = new LRUCache<string, Found, RawEvent>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: (post) => 256 + (typeof post === 'string' ? 0 : post.text.length),
    // A search that others displace is still used by those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => readPost(proof, context),
  })
  return (raw) => {
    const { body_sha256, received_at } = raw.data
    // The day of a post says where it is searched.
    return posts.forceFetch(`${body_sha256} ${received_at.slice(0, 10)}`, { context: raw })
  }
}

async function readPost({ store }: PostProof, raw: RawEvent): Promise<Found> {
  const kept = await keptBytes(store, raw)
  if (typeof kept === 'string') return kept
  const sha256 = sha256Hex(kept.text)
  return {
    ...kept,
    sha256,
    json: sha256 === raw.data.body_sha256 ? asRecorded(kept.text) : null,
  }
}

/** A body as it comes back from a fact: what nests too deep is read as plain JSON, which loses -0 and 1e400. */
function asRecorded(body: string): unknown {
  const read = exactForeignJson(body)
  if (!isRecord(read)) return read
  return nativeValue(JSON.parse(JSON.stringify(asNative(read))))
}

/** The payload lacks codes that pair a phone; the body is then not stored. */
function isRedacted({ data }: RawEvent, hook: AppHook | ConnectionHook): boolean {
  if (hook.speaksFor !== 'connection' || data.event.startsWith('message')) return false
  return nativeText(data.payload).includes('[redacted]')
}

async function proveSignature(
  { secrets }: PostProof,
  raw: RawEvent,
  hook: AppHook | ConnectionHook,
  { text, signature }: KeptBytes,
): Promise<readonly Finding[]> {
  if (signature === null)
    return [unprovableFinding(raw, 'not_signed', 'its provider does not sign')]
  const body = [Buffer.from(text)]
  let isIncomplete = false
  for await (const known of candidates(secrets, raw, hook)) {
    if (known.secrets.some((secret) => hook.isSigned(secret, body, signature))) return []
    isIncomplete ||= known.isIncomplete
  }
  return isIncomplete
    ? [
        unprovableFinding(
          raw,
          'secret_missing',
          'a secret that may have signed it is not in the vault',
        ),
      ]
    : [differenceFinding(raw, 'signature_wrong', `no known secret produces its ${hook.header}`)]
}

async function* candidates(
  secrets: KnownSecrets,
  { data: { connection_id } }: RawEvent,
  hook: AppHook | ConnectionHook,
) {
  if (connection_id === null) yield* secrets.ofAll(hook)
  else yield await secrets.ofConnection(connection_id, hook)
}

function provePayload(raw: WholeRawEvent, { json }: Post): readonly Finding[] {
  const { payload, set_aside } = raw.data
  if (set_aside !== undefined || isWithin(nativeValue(payload), json)) return []
  return [differenceFinding(raw, 'payload_changed', 'it contains something that its body does not')]
}
