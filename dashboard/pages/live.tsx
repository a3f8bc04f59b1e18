import type { FactPage } from '@recado/contract/dashboard/fact'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { liveFilter } from '../api/live.ts'
import { Choice } from '../parts/field.tsx'
import { NumberChoice } from '../parts/number-choice.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { text } from '../text/choose.ts'
import { changedQuery, kept } from './filters.ts'
import { FactList } from './live/fact-list.tsx'
import { type Feed, useFeed } from './live/feed.ts'

const FILTERS = ['category', 'connection_id']

/** Facts as they happen. Its filters stand in the address. */
export function Live() {
  const { query, route } = useLocation()
  const filter = kept(query, FILTERS)
  const feed = useFeed(filter)
  useEffect(() => {
    liveFilter.value = filter === '' ? '' : `?${filter.slice(1)}`
    return () => {
      liveFilter.value = ''
    }
  }, [filter])
  const { live } = text()
  const pause = (
    <button type="button" aria-pressed={feed.isPaused} onClick={feed.toggle}>
      {feed.isPaused ? live.goOn(feed.waiting) : live.pause}
    </button>
  )
  return (
    <Page title={live.title} about={live.about} actions={pause}>
      <Filters
        query={query}
        onChange={(name, value) =>
          route(`/dashboard/live${changedQuery(query, FILTERS, name, value)}`)
        }
      />
      <span class="hidden" aria-live="polite">
        {feed.isPaused ? live.waiting(feed.waiting) : ''}
      </span>
      <Loaded query={feed.history} rows={8}>
        {(first) => <Shown feed={feed} first={first} />}
      </Loaded>
    </Page>
  )
}

type FiltersProps = {
  readonly query: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

function Filters({ query, onChange }: FiltersProps) {
  const { live, categories } = text()
  return (
    <div class="row filters">
      <Choice
        label={live.category}
        value={query.category ?? ''}
        choices={[['', live.all], ...Object.entries(categories)]}
        onChange={(value) => onChange('category', value)}
      />
      <NumberChoice
        value={query.connection_id ?? ''}
        onChange={(value) => onChange('connection_id', value)}
      />
    </div>
  )
}

function Shown({ feed, first }: { feed: Feed; first: FactPage }) {
  const { live } = text()
  const { items, searchedTo } = feed.itemsAfter(first)
  return (
    <>
      {items.length === 0 ? (
        <Empty title={live.empty}>
          <p class="muted">{live.emptyMore}</p>
        </Empty>
      ) : (
        <FactList items={items} />
      )}
      {searchedTo === null ? null : (
        <div class="pager">
          <span class="muted small" role="status">
            {feed.foundNothing ? live.searched : ''}
          </span>
          <button type="button" onClick={() => void feed.searchOn(searchedTo)}>
            {live.older}
          </button>
        </div>
      )}
    </>
  )
}
