import { FACT_TYPES, personalFields, rawFields } from './personal-fields.ts'
import { asRecord } from './provider-event/loose-json.ts'

/** What of a fact leaves: without anything personal, or with all that is not raw. */
export type FactContent = 'ids' | 'full'

/** The fields below a field that are removed; `null` removes the field itself. */
type Removed = ReadonlyMap<string, Removed | null>

const REMOVED = {
  ids: removedBy((type) => [...personalFields(type), ...rawFields(type)]),
  full: removedBy(rawFields),
}

/**
 * The data of a fact as it may leave: what is raw is absent, and in mode `ids` what is personal too. Of a type that is
 * not ours nothing is known, and nothing leaves.
 */
export function redactFact(type: string, data: object, mode: FactContent): object {
  const removed = REMOVED[mode].get(type)
  return removed === undefined ? {} : asRecord(without(data, removed))
}

function without(value: unknown, removed: Removed): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, removed))
  if (typeof value !== 'object' || value === null || removed.size === 0) return value
  const kept = Object.entries(value).flatMap(([name, field]) => {
    const below = removed.get(name)
    if (below === null) return []
    return [[name, below === undefined ? field : without(field, below)] as const]
  })
  return Object.fromEntries(kept)
}

function removedBy(pathsOf: (type: string) => readonly string[]): ReadonlyMap<string, Removed> {
  return new Map(FACT_TYPES.map((type) => [type, treeOf(pathsOf(type))]))
}

/** A list stands for each of its items, so `[]` says nothing more. */
function treeOf(paths: readonly string[]): Removed {
  const ways = paths.map((path) => path.replaceAll('[]', '').split('.'))
  const names = new Set(ways.flatMap(([first]) => (first === undefined ? [] : [first])))
  return new Map([...names].map((name) => [name, belowOf(name, ways)]))
}

function belowOf(name: string, ways: readonly (readonly string[])[]): Removed | null {
  const below = ways.filter(([first]) => first === name).map(([, ...rest]) => rest)
  const isRemoved = below.some((rest) => rest.length === 0)
  return isRemoved ? null : treeOf(below.map((rest) => rest.join('.')))
}
