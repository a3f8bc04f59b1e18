import type { ListedConnection as Shown } from '@recado/contract/connection'
import { kindOf } from '@recado/contract/connection-kinds'
import { useRoute } from 'preact-iso'
import { useQuery } from '../api/query.ts'
import { mentions } from '../api/reload-on-facts.ts'
import { may } from '../api/session.ts'
import { CopyId } from '../parts/copy.tsx'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { text } from '../text/choose.ts'
import { AtProvider, Templates } from './connection/at-provider.tsx'
import { PairingPanel } from './connection/pairing-panel.tsx'
import { canSendTemplates } from './connections/can-send-templates.ts'
import { actsInWords, typeInWords, typesInWords } from './connections/in-words.ts'
import { nameOf } from './connections/name-of.ts'

/** One number: its status, its capabilities, and its pairing or its health. */
export function Connection() {
  const { id = '' } = useRoute().params
  const query = useQuery<{ data: Shown }>(`/connections/${id}`, mentions(id))
  const { numbers } = text()
  return (
    <Page title={query.body === null ? numbers.one : nameOf(query.body.data)}>
      <Loaded query={query} rows={6}>
        {({ data }) => <About key={id} connection={data} reload={query.reload} />}
      </Loaded>
    </Page>
  )
}

function About({ connection, reload }: { connection: Shown; reload: () => Promise<unknown> }) {
  const { numbers } = text()
  const { id, type, status, capabilities } = connection
  return (
    <>
      <section class="card">
        <dl class="facts">
          <dt>{numbers.columns.status}</dt>
          <dd>
            <Status status={status} />
          </dd>
          <dt>{numbers.type}</dt>
          <dd>{typeInWords(type)}</dd>
          <dt>{numbers.columns.sends}</dt>
          <dd>{typesInWords(capabilities.message_types)}</dd>
          <dt>{numbers.can}</dt>
          <dd>{actsInWords(capabilities.actions)}</dd>
          <HistoryOf connection={connection} />
          <dt>ID</dt>
          <dd>
            <CopyId value={id} label="ID" />
          </dd>
        </dl>
        <p class="links">
          <a href={`/dashboard/messages?connection_id=${id}`}>{text().nav.messages}</a>
          <a href={`/dashboard/deliveries?connection_id=${id}`}>{text().nav.deliveries}</a>
          <a href={`/dashboard/webhooks/${id}`}>{text().nav.webhooks}</a>
        </p>
      </section>
      <AtProvider id={id} type={type} />
      {canSendTemplates(connection) ? <Templates /> : null}
      {kindOf(type).isPaired && may('write') ? (
        <PairingPanel connection={connection} onChange={reload} />
      ) : null}
    </>
  )
}

function HistoryOf({ connection: { history } }: { connection: Shown }) {
  if (history === null) return null
  const { title, declined, transferred } = text().numbers.history
  const { declined_at, progress, messages } = history
  return (
    <>
      <dt>{title}</dt>
      <dd>{declined_at === null ? transferred(progress ?? 0, messages) : declined}</dd>
    </>
  )
}
