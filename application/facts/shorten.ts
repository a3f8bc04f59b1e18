import { ExactNumber, fieldsOf, orderedObject } from '@recado/domain/exact-json'
import { truncateText } from '@recado/domain/storable'

export type Shortened = { readonly value: unknown; readonly isCut: boolean }

export type Limits = {
  /** Of a text, in characters, and of a list, in items. */
  readonly text: number
  readonly items: number
  /** How deep a value may nest; what is deeper becomes null. */
  readonly depth: number
  /** Ends a text that was cut. */
  readonly mark: string
  /** Fields that are left out; leaving them out does not count as a cut. */
  readonly isLeftOut: (field: string) => boolean
}

const NO_LIMITS: Limits = {
  text: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
  mark: '',
  isLeftOut: () => false,
}

/** Cuts a JSON value to limits; `isCut` says whether anything was cut. */
export function shorten(whole: unknown, limits: Partial<Limits>): Shortened {
  const most = { ...NO_LIMITS, ...limits }
  let isCut = false
  const cut = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string' && value.length > most.text) {
      isCut = true
      return truncateText(value, most.text) + most.mark
    }
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
    if (depth > most.depth) {
      isCut = true
      return null
    }
    if (Array.isArray(value)) {
      isCut ||= value.length > most.items
      return value.slice(0, most.items).map((item) => cut(item, depth + 1))
    }
    const fields = fieldsOf(value).filter(([name]) => !most.isLeftOut(name))
    return orderedObject(fields.map(([name, field]) => [name, cut(field, depth + 1)]))
  }
  return { value: cut(whole, 0), isCut }
}
