import type { LoggedMessage } from '@recado/contract/message'
import { ofCategories } from '../api/reload-on-facts.ts'
import { Listing } from '../parts/listing.tsx'
import { Page } from '../parts/page.tsx'
import { text } from '../text/choose.ts'
import { useFilters } from './filters.ts'
import { FILTERS, MessageFilters } from './messages/message-filters.tsx'
import { MessageTable } from './messages/message-table.tsx'

/** Facts of contacts change the names. */
const OF_MESSAGES = ofCategories('message', 'providerMessage', 'contact')

/** The message log. The filters are kept in the address. */
export function Messages() {
  const chosen = useFilters(FILTERS)
  const { messages: texts } = text()
  return (
    <Page title={texts.title} about={texts.about}>
      <MessageFilters chosen={chosen} />
      <Listing<LoggedMessage>
        concerns={OF_MESSAGES}
        path="/messages"
        filter={chosen.filter}
        totalText={texts.total}
        placeholder={<MessageTable messages={null} />}
      >
        {(messages) => <MessageTable messages={messages} />}
      </Listing>
    </Page>
  )
}
