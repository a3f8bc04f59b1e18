import type { PathsWithMethod } from 'openapi-typescript-helpers'
import type { paths } from './api.ts'
import type { BodyOf } from './recado.ts'

type Page<Item> = { data: Item[]; pagination: { next_offset: number | null } }

/** The paths that return a page of a list. */
export type Listed = {
  [Path in PathsWithMethod<paths, 'get'>]: BodyOf<Path, 'get'> extends Page<unknown> ? Path : never
}[PathsWithMethod<paths, 'get'>]

type Item<Path extends Listed> = BodyOf<Path, 'get'> extends Page<infer One> ? One : never
type Parameters<Path extends Listed> = paths[Path]['get']['parameters']
type Query<Path extends Listed> = NonNullable<Parameters<Path>['query']>

/** @param ids values for the path parameters */
export type Paginate = <Path extends Listed>(
  path: Path,
  query?: Omit<Query<Path>, 'offset'>,
  ids?: Parameters<Path>['path'],
) => AsyncGenerator<Item<Path>>

type GetPage = (path: string, init: object) => Promise<{ readonly data: Page<unknown> }>

/** Iterates over the items of lists, loading one page at a time. */
export function paginateBy(get: GetPage): Paginate {
  async function* items(path: string, query: object = {}, ids: object = {}) {
    for (let offset: number | null = 0; offset !== null; ) {
      const init: object = { params: { query: { limit: 200, ...query, offset }, path: ids } }
      const { data: page } = await get(path, init)
      yield* page.data
      offset = page.pagination.next_offset
    }
  }
  return items as Paginate
}
