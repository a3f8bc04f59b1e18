import { ExactNumber } from '@recado/domain/exact-json'
import { isRecord } from '@recado/domain/provider-event/loose-json'

/** JSON text with sorted fields: equal values give equal bytes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortFields) ?? 'null'
}

function sortFields(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const MAX_NAMED_FIELDS = 5

/** Names of the fields in which two values differ, such as `content.id`; five at most. */
export function differingFields(recorded: unknown, expected: unknown, at = ''): readonly string[] {
  if (canonicalJson(recorded) === canonicalJson(expected)) return []
  const here = [at === '' ? 'all of it' : at]
  if (!isRecord(recorded) || !isRecord(expected)) return here
  const names = new Set([...Object.keys(recorded), ...Object.keys(expected)])
  const pathOf = (name: string) => (at === '' ? name : `${at}.${name}`)
  const fields = [...names].flatMap((name) =>
    differingFields(recorded[name], expected[name], pathOf(name)),
  )
  return fields.length === 0 ? here : fields.slice(0, MAX_NAMED_FIELDS)
}

/** Whether a value is part of another: fields and items of lists may be left out, but what is there is equal. */
export function isWithin(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) return Array.isArray(whole) && isListWithin(part, whole)
  if (!isRecord(part)) return isSameLeaf(part, whole)
  if (!isRecord(whole)) return false
  return Object.entries(part).every(
    ([name, value]) =>
      isMark(name, value) || (Object.hasOwn(whole, name) && isWithin(value, whole[name])),
  )
}

/** Facts from before exact numbers hold a number as plain JSON writes it: rounded, 0 for -0, null for 1e400. */
function isSameLeaf(part: unknown, whole: unknown): boolean {
  if (!(whole instanceof ExactNumber)) return Object.is(part, whole)
  if (part instanceof ExactNumber) return part.text === whole.text
  return part === JSON.parse(JSON.stringify(whole))
}

function isListWithin(part: readonly unknown[], whole: readonly unknown[]): boolean {
  let next = 0
  for (const item of part) {
    while (next < whole.length && !isWithin(item, whole[next])) next += 1
    if (next++ >= whole.length) return false
  }
  return true
}

/** The marks of a shortened record are ours, not the provider's. */
function isMark(name: string, value: unknown): boolean {
  return (name === 'truncated' || name === 'oversized') && value === true
}
