import { isRecord } from '@recado/domain/provider-event/loose-json'

/** JSON text that is the same bytes for the same value: fields in order of their names. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, inOrder) ?? 'null'
}

function inOrder(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const MOST_NAMED = 5

/** Names of the fields in which two values differ, such as `content.id`; none when they are the same bytes. */
export function differingFields(recorded: unknown, told: unknown, at = ''): readonly string[] {
  if (canonicalJson(recorded) === canonicalJson(told)) return []
  const here = [at === '' ? 'all of it' : at]
  if (!isRecord(recorded) || !isRecord(told)) return here
  const names = new Set([...Object.keys(recorded), ...Object.keys(told)])
  const inside = (name: string) => (at === '' ? name : `${at}.${name}`)
  const fields = [...names].flatMap((name) =>
    differingFields(recorded[name], told[name], inside(name)),
  )
  return fields.length === 0 ? here : fields.slice(0, MOST_NAMED)
}

/**
 * Whether everything that a value says stands in another one: fields may be left out, and items of lists, but what is
 * there is the same.
 */
export function isWithin(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part)) return Array.isArray(whole) && isListWithin(part, whole)
  if (!isRecord(part)) return Object.is(part, whole)
  if (!isRecord(whole)) return false
  return Object.entries(part).every(
    ([name, value]) =>
      isMark(name, value) || (Object.hasOwn(whole, name) && isWithin(value, whole[name])),
  )
}

/** Items keep their order, so each is looked for behind the one before. */
function isListWithin(part: readonly unknown[], whole: readonly unknown[]): boolean {
  let next = 0
  for (const item of part) {
    while (next < whole.length && !isWithin(item, whole[next])) next += 1
    if (next++ >= whole.length) return false
  }
  return true
}

/** What says that a record was shortened is ours. */
function isMark(name: string, value: unknown): boolean {
  return (name === 'truncated' || name === 'oversized') && value === true
}
