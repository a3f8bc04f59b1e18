import { MAX_PAGE_ITEMS } from '@recado/contract/limits'
import { call } from './client.ts'

/** A list of the API, or a part of it. */
export type Listed<Item> = {
  readonly data: readonly Item[]
  readonly pagination: { readonly total: number }
}

/**
 * Reads the first items of a list, in as many calls as it takes. An item that newer ones have moved into the
 * next call is returned once.
 * @param most how many items; all when left out
 * @throws ApiError
 */
export async function readList<Item extends { readonly id: unknown }>(
  path: string,
  asOf: string | null,
  most = Number.POSITIVE_INFINITY,
): Promise<Listed<Item>> {
  const items = new Map<unknown, Item>()
  for (let offset = 0; ; offset += MAX_PAGE_ITEMS) {
    const limit = Math.min(MAX_PAGE_ITEMS, most - offset)
    const limited = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`
    const from = offset === 0 ? '' : `&offset=${offset}`
    const { data, pagination } = await call<Listed<Item>>('GET', `${limited}${from}`, undefined, {
      asOf,
    })
    for (const item of data) items.set(item.id, item)
    if (offset + limit >= Math.min(most, pagination.total) || data.length === 0)
      return { data: [...items.values()], pagination }
  }
}
