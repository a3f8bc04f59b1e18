import type { ErasedKind, PersonalDataFound } from '@recado/domain/erasure/events'
import type { EventStore } from '@recado/infra/event-store/event-store'

/** Something held on a person: a thing that shows it, or a key of a fact about it, or both. */
export type FoundData = {
  readonly kind: ErasedKind
  /** Null for a key alone. */
  readonly id: string | null
  readonly keys: readonly string[]
}

export type Portion = Pick<PersonalDataFound['data'], 'kind' | 'ids' | 'keys'>

/** What earlier portions have named. */
export type Seen = { readonly ids: Set<string>; readonly keys: Set<string> }

/** As many as a projector changes in one transaction without others noticing. */
const MOST = 200

/** What the facts of an erasure have named so far; with `left` only the keys that were not destroyed yet. */
export async function seenIn(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  which: 'all' | 'left' = 'all',
): Promise<Seen> {
  const seen: Seen = { ids: new Set(), keys: new Set() }
  for await (const fact of store.readStream(stream)) {
    if (fact.type === 'PersonErased' && which === 'left') seen.keys.clear()
    if (fact.type !== 'PersonalDataFound') continue
    const { kind, ids, keys } = fact.data as PersonalDataFound['data']
    for (const id of ids) seen.ids.add(`${kind} ${id}`)
    for (const key of keys) seen.keys.add(key)
  }
  return seen
}

/** The ids of one kind among what was seen. */
export function idsAmong({ ids }: Seen, kind: ErasedKind): ReadonlySet<string> {
  const start = `${kind} `
  return new Set([...ids].flatMap((id) => (id.startsWith(start) ? [id.slice(start.length)] : [])))
}

/** What was not seen before, in portions of one kind each. Adds it to what was seen. */
export async function* inPortions(
  found: AsyncIterable<FoundData>,
  seen: Seen,
): AsyncGenerator<Portion> {
  const open = new Map<ErasedKind, { ids: string[]; keys: string[] }>()
  for await (const { kind, id, keys } of found) {
    const portion = open.get(kind) ?? { ids: [], keys: [] }
    open.set(kind, portion)
    if (id !== null && isNew(seen.ids, `${kind} ${id}`)) portion.ids.push(id)
    for (const key of keys) if (isNew(seen.keys, key)) portion.keys.push(key)
    if (portion.ids.length < MOST && portion.keys.length < 2 * MOST) continue
    open.delete(kind)
    yield { kind, ...portion }
  }
  for (const [kind, portion] of open)
    if (portion.ids.length + portion.keys.length > 0) yield { kind, ...portion }
}

function isNew(seen: Set<string>, name: string): boolean {
  if (seen.has(name)) return false
  seen.add(name)
  return true
}
