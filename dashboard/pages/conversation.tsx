import type { ListedConnection } from '@recado/contract/connection'
import type { ConversationDetail } from '@recado/contract/conversation'
import type { Message } from '@recado/contract/message'
import { useCallback, useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { type Query, useKeepingLast, useList, useQuery } from '../api/query.ts'
import { mentions, ofCategories } from '../api/reload-on-facts.ts'
import { may } from '../api/session.ts'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { text } from '../text/choose.ts'
import { personText } from '../text/person.ts'
import { canSendTemplates } from './connections/can-send-templates.ts'
import { About } from './conversations/about.tsx'
import { MarkRead } from './conversations/mark-read.tsx'
import { Reply } from './conversations/reply.tsx'
import { Thread } from './conversations/thread.tsx'

const PAGE_ITEMS = 50
/** Facts of statuses and files name no conversation, so all those of its number may concern it. */
const OF_STATUSES_AND_FILES = ofCategories('providerMessage', 'media')
const OF_NUMBERS = ofCategories('connection')

/** A conversation as the person sees it, with a form to reply. */
export function Conversation() {
  const { id = '' } = useRoute().params
  const [limit, setLimit] = useState(PAGE_ITEMS)
  const found: Query<{ data: ConversationDetail }> = useQuery<{ data: ConversationDetail }>(
    `/conversations/${id}`,
    (fact) => mentions(id)(fact) || mentions(found.body?.data.contact_id ?? id)(fact),
  )
  const of = found.body?.data
  const list = useKeepingLast(
    useList<Message>(
      `/messages?conversation_id=${id}`,
      (fact) =>
        mentions(id)(fact) ||
        (OF_STATUSES_AND_FILES(fact) && mentions(of?.connection_id ?? id)(fact)),
      limit,
    ),
    id,
  )
  const connection = useQuery<{ data: ListedConnection }>(
    of === undefined ? null : `/connections/${of.connection_id}`,
    OF_NUMBERS,
  )
  const reload = useCallback(() => {
    void found.reload()
    void list.reload()
  }, [found.reload, list.reload])
  const { conversations } = text()
  const person = of?.contacts
  const number = connection.body?.data
  const isUnread =
    may('write') && of?.unread_count !== 0 && number?.capabilities.actions.includes('mark_read')
  return (
    <Page
      title={
        person ? personText({ ...person, erased: of.erased }, conversations.one) : conversations.one
      }
      actions={isUnread ? <MarkRead messages={list.body?.data ?? []} onRead={reload} /> : null}
    >
      <Loaded query={found} rows={8}>
        {({ data }) => (
          // The key remounts the thread, so that each conversation begins at its end.
          <div class="conversation" key={id}>
            <div class="talk">
              <Loaded query={list} rows={6}>
                {({ data: messages, pagination: { total } }) => (
                  <Thread
                    messages={messages}
                    hasMore={messages.length < total}
                    onMore={() => setLimit(limit + PAGE_ITEMS)}
                  />
                )}
              </Loaded>
              {may('write') && number !== undefined ? (
                <Reply conversation={data} hasWindow={canSendTemplates(number)} onSent={reload} />
              ) : null}
            </div>
            <About conversation={data} connection={number ?? null} onChanged={found.reload} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
