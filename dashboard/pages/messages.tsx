import type { Message } from '@recado/contract/message'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { about } from '../api/news.ts'
import { useQuery } from '../api/query.ts'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { Loaded } from '../parts/states.tsx'
import { text } from '../text/choose.ts'
import { changedQuery, kept } from './filters.ts'
import { FILTERS, MessageFilters } from './messages/message-filters.tsx'
import { MessageTable } from './messages/message-table.tsx'

type Listed = { readonly data: readonly Message[]; readonly pagination: { readonly total: number } }

const OF_MESSAGES = about('message', 'providerMessage')
const PAGE = 50
/** As many as the API gives at once; whoever wants more narrows the filter. */
const MOST = 200

/** The message log. Its filters stand in the address. */
export function Messages() {
  const { query, route } = useLocation()
  const [limit, setLimit] = useState(PAGE)
  const filter = kept(query, FILTERS)
  useEffect(() => setLimit(PAGE), [filter])
  const found = useQuery<Listed>(`/messages?limit=${limit}${filter}`, OF_MESSAGES)
  const { messages: said } = text()
  const choose = (name: string, value: string) =>
    route(`/dashboard/messages${changedQuery(query, FILTERS, name, value)}`)
  return (
    <Page title={said.title} about={said.about}>
      <MessageFilters query={query} onChange={choose} />
      <Loaded query={found} rows={8}>
        {({ data, pagination }) => (
          <>
            <MessageTable messages={data} />
            <Pager
              shown={data.length}
              total={Math.min(pagination.total, limit === MOST ? data.length : pagination.total)}
              said={said.total(pagination.total)}
              onMore={() => setLimit(Math.min(MOST, limit + PAGE))}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
