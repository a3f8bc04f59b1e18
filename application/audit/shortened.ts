import { isRecord } from '@recado/domain/provider-event/loose-json'
import { truncateText } from '@recado/domain/storable'

/** A JSON value in which long texts and lists are cut. */
export type Shortened = { readonly value: unknown; readonly isCut: boolean }

const MARK = '…'

/** Cuts every text of a JSON value behind so many characters, and every list behind so many items. */
export function shortened(value: unknown, most: { text: number; items: number }): Shortened {
  let isCut = false
  const cut = (one: unknown): unknown => {
    if (typeof one === 'string' && one.length > most.text) {
      isCut = true
      return truncateText(one, most.text) + MARK
    }
    if (Array.isArray(one)) {
      isCut ||= one.length > most.items
      return one.slice(0, most.items).map(cut)
    }
    if (!isRecord(one)) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, cut(inner)]))
  }
  return { value: cut(value), isCut }
}
