import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Concerns } from '../api/news.ts'
import { useQuery } from '../api/query.ts'
import { Pager } from './pager.tsx'
import { Loaded } from './states.tsx'

type Listed<Item> = {
  readonly data: readonly Item[]
  readonly pagination: { readonly total: number }
}

const PAGE = 50
/** As many as the API gives at once; whoever wants more narrows the filter. */
const MOST = 200

type ListingProps<Item> = {
  /** Below /dashboard/v1, without a query. */
  readonly path: string
  /** Each behind an `&`. */
  readonly filter: string
  /** Facts with which the list is another. */
  readonly concerns: Concerns
  readonly said: (total: number) => string
  /** In the shape of what comes. */
  readonly bones?: ComponentChildren
  readonly children: (items: readonly Item[]) => ComponentChildren
}

/** A list of the API, and more of it for who asks. */
export function Listing<Item>(props: ListingProps<Item>) {
  const { path, filter, concerns, said, bones, children } = props
  const [limit, setLimit] = useState(PAGE)
  useEffect(() => setLimit(PAGE), [filter])
  const found = useQuery<Listed<Item>>(`${path}?limit=${limit}${filter}`, concerns)
  return (
    <Loaded query={found} bones={bones}>
      {({ data, pagination: { total } }) => (
        <>
          {children(data)}
          <Pager
            shown={data.length}
            total={limit === MOST ? data.length : total}
            said={said(total)}
            onMore={() => setLimit(Math.min(MOST, limit + PAGE))}
          />
        </>
      )}
    </Loaded>
  )
}
