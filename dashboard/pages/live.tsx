import type { FactPage } from '@recado/contract/dashboard/fact'
import { useEffect } from 'preact/hooks'
import { liveFilter } from '../api/live.ts'
import { Filters } from '../parts/filters.tsx'
import { ManyChoice } from '../parts/many-choice.tsx'
import { NumberChoice } from '../parts/number-choice.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Failed, Loaded } from '../parts/states.tsx'
import { text } from '../text/choose.ts'
import { type Chosen, useFilters } from './filters.ts'
import { FactList, FactPlaceholders } from './live/fact-list.tsx'
import { type Feed, useFeed } from './live/feed.ts'

const FILTERS = ['category', 'type', 'actor', 'connection_id']

/** Facts as they happen. The filters are kept in the address. */
export function Live() {
  const chosen = useFilters(FILTERS)
  const { filter } = chosen
  const feed = useFeed(filter)
  const { history } = feed
  useEffect(() => {
    liveFilter.value = filter === '' ? '' : `?${filter.slice(1)}`
    return () => {
      liveFilter.value = ''
    }
  }, [filter])
  const { live } = text()
  const pause = (
    <button type="button" aria-pressed={feed.isPaused} onClick={feed.toggle}>
      {feed.isPaused ? live.resume(feed.waiting) : live.pause}
    </button>
  )
  return (
    <Page title={live.title} about={live.about} actions={pause}>
      <LiveFilters chosen={chosen} />
      <span class="hidden" aria-live="polite">
        {feed.isPaused ? live.waiting(feed.waiting) : ''}
      </span>
      {history.error === null ? (
        <Loaded query={history} placeholder={<FactPlaceholders />}>
          {(first) => <FeedItems feed={feed} first={first} />}
        </Loaded>
      ) : (
        // Unlike other pages it shows no older answer, which would lack recent facts.
        <Failed error={history.error} again={() => void history.reload()} />
      )}
    </Page>
  )
}

function LiveFilters({ chosen }: { chosen: Chosen }) {
  const { live, categories, messages, sentences } = text()
  const many = (
    name: string,
    label: string,
    choices: readonly (readonly [string, string])[],
    all: string,
  ) => (
    <ManyChoice
      {...{ label, choices, all, value: chosen.query[name] ?? '' }}
      onChange={(value) => chosen.change(name, value)}
    />
  )
  const types = Object.keys(sentences).sort()
  return (
    <Filters count={chosen.count} onClear={chosen.clear}>
      {many('category', live.category, Object.entries(categories), live.all)}
      {many(
        'type',
        live.type,
        types.map((type) => [type, type]),
        messages.allOfThem,
      )}
      {many('actor', live.by, Object.entries(live.byType), live.anybody)}
      <NumberChoice
        value={chosen.query.connection_id ?? ''}
        onChange={(value) => chosen.change('connection_id', value)}
      />
    </Filters>
  )
}

function FeedItems({ feed, first }: { feed: Feed; first: FactPage }) {
  const { live } = text()
  const { items, searchOn, foundNothing } = feed.around(first)
  return (
    <>
      {items.length === 0 ? (
        <Empty title={live.empty}>
          <p class="muted">{live.emptyMore}</p>
        </Empty>
      ) : (
        <FactList items={items} />
      )}
      {searchOn === null ? null : (
        <div class="pager">
          <span class="muted small" role="status">
            {foundNothing ? live.searched : ''}
          </span>
          <button type="button" onClick={() => void searchOn()}>
            {live.older}
          </button>
        </div>
      )}
    </>
  )
}
