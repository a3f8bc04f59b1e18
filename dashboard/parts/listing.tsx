import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Concerns } from '../api/news.ts'
import { useQuery, useStaying } from '../api/query.ts'
import { Pager } from './pager.tsx'
import { Loaded } from './states.tsx'

type Listed<Item> = {
  readonly data: readonly Item[]
  readonly pagination: { readonly total: number }
}

const PAGE = 50
/** The most that the API returns at once. */
const MOST = 200

/** The part of a list that is shown. It is kept in the history, so that "back" finds the list as it was left. */
type Part = { readonly offset: number; readonly limit: number }

type ListingProps<Item> = {
  /** Below /dashboard/v1, without a query. */
  readonly path: string
  /** Filters, each with a leading `&`. */
  readonly filter: string
  /** Selects the facts that change the list. */
  readonly concerns: Concerns
  readonly said: (total: number) => string
  /** A placeholder in the shape of the list. */
  readonly bones?: ComponentChildren
  readonly children: (items: readonly Item[]) => ComponentChildren
}

/** A list of the API: "more" extends it up to `MOST` items, then turns to the next page. */
export function Listing<Item>(props: ListingProps<Item>) {
  const { path, filter, concerns, said, bones, children } = props
  const { part, show } = usePart(filter)
  const { offset, limit } = part
  const asked = `${path}?limit=${limit}${offset === 0 ? '' : `&offset=${offset}`}${filter}`
  const found = useStaying(useQuery<Listed<Item>>(asked, concerns), `${offset}${filter}`)
  const more = (total: number) => {
    if (found.error !== null) void found.reload()
    else if (limit < MOST) show({ offset, limit: Math.min(MOST, limit + PAGE) })
    else if (offset + limit < total) turn(offset + limit)
  }
  const turn = (to: number) => {
    show({ offset: to, limit: MOST })
    // A new page begins at its top, for keyboard users too.
    window.scrollTo(0, 0)
    document.querySelector('h1')?.focus()
  }
  return (
    <Loaded query={found} bones={bones}>
      {({ data, pagination: { total } }) => (
        <>
          {children(data)}
          <Pager
            first={offset}
            shown={data.length}
            total={total}
            said={said(total)}
            onBack={() => turn(Math.max(0, offset - MOST))}
            onMore={() => more(total)}
          />
        </>
      )}
    </Loaded>
  )
}

function usePart(filter: string) {
  const [part, setPart] = useState(partBefore)
  useEffect(() => setPart(partBefore()), [filter])
  const show = (next: Part) => {
    history.replaceState({ part: next }, '')
    setPart(next)
  }
  return { part, show }
}

function partBefore(): Part {
  const { part } = Object(history.state)
  return part ?? { offset: 0, limit: PAGE }
}
