import { z } from 'zod'
import { MAX_PAGE_ITEMS } from './limits.ts'

export const Pagination = z
  .object({
    limit: z.int().describe('Page size applied.'),
    offset: z.int().describe('Start index applied.'),
    total: z.int().describe('Records matching in all.'),
    next_offset: z.int().nullable().describe('Offset of the next page; null on the last one.'),
  })
  .meta({ id: 'Pagination', description: 'The part of a list that an answer shows.' })
export type Pagination = z.infer<typeof Pagination>

/** The envelope of a list: one page of items. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).describe('The part of the list that was asked for; empty beyond its end.'),
    pagination: Pagination,
  })
}

/** Query parameters of a list, for its query schema. A limit above the maximum is reduced to it. */
export function pageQuery({ fallback = 50, max = MAX_PAGE_ITEMS } = {}) {
  return {
    limit: wholeNumber(1)
      .transform((limit) => Math.min(limit, max))
      .default(fallback)
      .meta({ openapi: { type: 'integer', minimum: 1, default: fallback } })
      .describe(`Page size. A larger value than ${max} counts as ${max}.`),
    offset: wholeNumber(0)
      .default(0)
      .meta({ openapi: { type: 'integer', minimum: 0, default: 0 } })
      .describe('How many to leave out at the beginning.'),
  }
}

/** Query parameters of a list that fits one page, whose answer is all of it by default. */
export function wholeListQuery() {
  return {
    limit: wholeNumber(1)
      .optional()
      .meta({ openapi: { type: 'integer', minimum: 1 } })
      .describe('Extension. How many to show; all by default.'),
    offset: wholeNumber(0)
      .default(0)
      .meta({ openapi: { type: 'integer', minimum: 0, default: 0 } })
      .describe('Extension. How many to leave out at the beginning.'),
  }
}

/** The part of a whole list that a query asks for. */
export function partOfList<Item>(
  items: readonly Item[],
  {
    limit = items.length,
    offset,
  }: { readonly limit?: number | undefined; readonly offset: number },
): Item[] {
  return items.slice(offset, offset + limit)
}

export function paginationOf(query: { limit: number; offset: number }, total: number): Pagination {
  const { limit, offset } = query
  const next = offset + limit
  return { limit, offset, total, next_offset: next < total ? next : null }
}

/** A query parameter that is a whole number, and at least `least`. */
export function wholeNumber(least: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least, `must be at least ${least}`)
}
