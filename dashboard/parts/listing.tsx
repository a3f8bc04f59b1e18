import { MAX_PAGE_ITEMS } from '@recado/contract/limits'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Query, useKeepingLast, useQuery } from '../api/query.ts'
import type { Listed } from '../api/read-list.ts'
import type { FactFilter } from '../api/reload-on-facts.ts'
import { Pager } from './pager.tsx'
import { Loaded } from './states.tsx'

const PAGE_ITEMS = 50

/** The part of a list that is shown. It is kept in the history, so that "back" finds the list as it was left. */
type Part = { readonly offset: number; readonly limit: number }

/** A list of the API, and the part of it that is shown. */
export type PagedList<Body> = {
  readonly found: Query<Body>
  readonly part: Part
  /** Extends the part up to `MAX_PAGE_ITEMS` items, then turns to the next page. */
  readonly more: (total: number) => void
  readonly turn: (offset: number) => void
}

/**
 * Reads the shown part of a list.
 * @param path below /dashboard/v1, without a query
 * @param filter each filter with a leading `&`
 * @param concerns selects the facts that change the list
 */
export function usePagedList<Body>(
  path: string,
  filter: string,
  concerns: FactFilter,
): PagedList<Body> {
  const { part, show } = usePart(filter)
  const { offset, limit } = part
  const limited = `${path}?limit=${limit}${offset === 0 ? '' : `&offset=${offset}`}${filter}`
  const found = useKeepingLast(useQuery<Body>(limited, concerns), `${offset}${filter}`)
  const more = (total: number) => {
    if (found.error !== null) void found.reload()
    else if (limit < MAX_PAGE_ITEMS)
      show({ offset, limit: Math.min(MAX_PAGE_ITEMS, limit + PAGE_ITEMS) })
    else if (offset + limit < total) turn(offset + limit)
  }
  const turn = (to: number) => {
    show({ offset: to, limit: MAX_PAGE_ITEMS })
    // A new page begins at its top, for keyboard users too.
    window.scrollTo(0, 0)
    document.querySelector('h1')?.focus()
  }
  return { found, part, more, turn }
}

type PagedProps<Body> = {
  readonly list: PagedList<Body>
  readonly totalText: (total: number) => string
  /** A placeholder in the shape of the list. */
  readonly placeholder?: ComponentChildren
  readonly children: (body: Body) => ComponentChildren
}

/** The part of a list, with its pager. */
export function Paged<Body extends Listed<unknown>>(props: PagedProps<Body>) {
  const { list, totalText, placeholder, children } = props
  const { found, part, more, turn } = list
  return (
    <Loaded query={found} placeholder={placeholder}>
      {(body) => {
        const { total } = body.pagination
        return (
          <>
            {children(body)}
            <Pager
              first={part.offset}
              shown={body.data.length}
              total={total}
              totalText={totalText(total)}
              onBack={() => turn(Math.max(0, part.offset - MAX_PAGE_ITEMS))}
              onMore={() => more(total)}
            />
          </>
        )
      }}
    </Loaded>
  )
}

type ListingProps<Item> = {
  readonly path: string
  readonly filter: string
  readonly concerns: FactFilter
  readonly totalText: (total: number) => string
  readonly placeholder?: ComponentChildren
  readonly children: (items: readonly Item[]) => ComponentChildren
}

/** A list of the API with its pager. */
export function Listing<Item>(props: ListingProps<Item>) {
  const { path, filter, concerns, totalText, placeholder, children } = props
  const list = usePagedList<Listed<Item>>(path, filter, concerns)
  return (
    <Paged list={list} totalText={totalText} placeholder={placeholder}>
      {({ data }) => children(data)}
    </Paged>
  )
}

function usePart(filter: string) {
  const [part, setPart] = useState(storedPart)
  useEffect(() => setPart(storedPart()), [filter])
  const show = (next: Part) => {
    history.replaceState({ part: next }, '')
    setPart(next)
  }
  return { part, show }
}

function storedPart(): Part {
  const { part } = Object(history.state)
  return part ?? { offset: 0, limit: PAGE_ITEMS }
}
