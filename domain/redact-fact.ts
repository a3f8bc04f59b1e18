import { FACT_TYPES, keptFields, personalFields, rawFields, saidFields } from './personal-fields.ts'
import { asRecord } from './provider-event/loose-json.ts'

/** How much of a fact leaves the log: `ids` without personal fields, `full` with them, both without raw fields. */
export type FactContent = 'ids' | 'full'

/** Fields of an object, by name: `null` is the field itself, a map has fields below it. */
export type FieldTree = ReadonlyMap<string, FieldTree | null>

const REMOVED = {
  ids: treesByType((type) => [...personalFields(type), ...rawFields(type)]),
  full: treesByType(rawFields),
}

/** The personal and raw fields of a fact, which are stored sealed, by how long they may be kept. */
export type SealedFields = { readonly kept: FieldTree; readonly said: FieldTree }

const SEALED: ReadonlyMap<string, SealedFields> = new Map(
  FACT_TYPES.map((type) => [
    type,
    { kept: treeOf(keptFields(type)), said: treeOf(saidFields(type)) },
  ]),
)

/** What of a fact is stored sealed; undefined for an unknown type. */
export function sealedFields(type: string): SealedFields | undefined {
  return SEALED.get(type)
}

/** The data of a fact without raw fields and, in mode `ids`, without personal ones. Empty for an unknown type. */
export function redactFact(type: string, data: object, mode: FactContent): object {
  const removed = REMOVED[mode].get(type)
  return removed === undefined ? {} : asRecord(withoutFields(data, removed))
}

function withoutFields(value: unknown, removed: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutFields(item, removed))
  if (typeof value !== 'object' || value === null || removed.size === 0) return value
  const kept = Object.entries(value).flatMap(([name, field]) => {
    const below = removed.get(name)
    if (below === null) return []
    return [[name, below === undefined ? field : withoutFields(field, below)] as const]
  })
  return Object.fromEntries(kept)
}

function treesByType(pathsOf: (type: string) => readonly string[]): ReadonlyMap<string, FieldTree> {
  return new Map(FACT_TYPES.map((type) => [type, treeOf(pathsOf(type))]))
}

/** `withoutFields` visits each item of a list, so `[]` is dropped from the paths. */
function treeOf(paths: readonly string[]): FieldTree {
  const splitPaths = paths.map((path) => path.replaceAll('[]', '').split('.'))
  const names = new Set(splitPaths.flatMap(([first]) => (first === undefined ? [] : [first])))
  return new Map([...names].map((name) => [name, belowOf(name, splitPaths)]))
}

function belowOf(name: string, splitPaths: readonly (readonly string[])[]): FieldTree | null {
  const below = splitPaths.filter(([first]) => first === name).map(([, ...rest]) => rest)
  const isRemoved = below.some((rest) => rest.length === 0)
  return isRemoved ? null : treeOf(below.map((rest) => rest.join('.')))
}
