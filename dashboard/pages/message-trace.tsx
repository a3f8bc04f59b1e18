import type { Fact } from '@recado/contract/dashboard/fact'
import type { MessageTrace as Trace } from '@recado/contract/dashboard/trace'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { type Query, useQuery } from '../api/query.ts'
import { newKey } from '../api/send-once.ts'
import { Copy } from '../parts/copy.tsx'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { Why } from '../parts/why.tsx'
import { text } from '../text/choose.ts'
import { personText } from '../text/person.ts'
import { shownText } from '../text/shown-text.ts'
import { curlCommand } from './trace/curl-command.ts'
import { Ids } from './trace/ids.tsx'
import { Steps } from './trace/steps.tsx'

/** The trace of a message: the request, the facts, WhatsApp's answers and statuses, and the webhook deliveries. */
export function MessageTrace() {
  const { id = '' } = useRoute().params
  const query: Query<{ data: Trace }> = useQuery<{ data: Trace }>(`/trace/messages/${id}`, (fact) =>
    isOfMessage(fact, query.body?.data ?? null, id),
  )
  const { trace } = text()
  const refresh = (
    <button type="button" onClick={() => void query.reload()}>
      {trace.refresh}
    </button>
  )
  return (
    <Page title={trace.title} actions={refresh}>
      <Loaded query={query} rows={8}>
        {({ data }) => <TraceDetails key={id} trace={data} />}
      </Loaded>
    </Page>
  )
}

/**
 * Whether a fact belongs to a message: by its id (the address may have another one), by a delivery of it, or by the
 * provider's id of it.
 */
function isOfMessage({ data }: Fact, trace: Trace | null, id: string): boolean {
  const { provider_message_id } = (data.intent ?? {}) as { provider_message_id?: unknown }
  return (
    data.message_id === id ||
    data.message_id === trace?.subject.id ||
    (trace?.steps ?? []).some((step) => {
      if ('delivery_id' in step) return step.delivery_id === data.delivery_id
      if (!('data' in step) || provider_message_id === undefined) return false
      return step.data.provider_message_id === provider_message_id
    })
  )
}

function TraceDetails({ trace }: { trace: Trace }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const { trace: texts, statuses } = text()
  const { subject } = trace
  const [first] = trace.steps
  const [key] = useState(newKey)
  const curl = curlCommand(trace, location.origin, key)
  const types: Readonly<Record<string, string>> = text().conversations.types
  return (
    <>
      <section class="card subject">
        <div class="between">
          <span class="muted">
            {statuses[subject.direction === 'inbound' ? 'received' : 'sent']} ·{' '}
            {types[subject.type] ?? texts.words}
            <ConversationLink subject={subject} />
            {first === undefined ? null : (
              <>
                {' · '}
                <Time at={first.at} />
              </>
            )}
          </span>
          <Status status={subject.status} />
        </div>
        <p class="said">{shownText(subject)}</p>
        <Why why={trace.why} href={`#${trace.why?.because[0] ?? ''}`} />
        <Ids trace={trace} />
      </section>
      <div class="between tools">
        <span class="muted">
          {texts.steps(trace.steps.length)} · {texts.asOf} {trace.as_of}
        </span>
        <span class="buttons">
          <button type="button" aria-pressed={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? texts.fold : texts.unfold}
          </button>
          <Copy value={JSON.stringify(trace, null, 2)} label={texts.copyJson} />
          {curl === null ? null : <Copy value={curl} label={texts.copyCurl} />}
        </span>
      </div>
      <Steps trace={trace} isUnfolded={isUnfolded} />
      {trace.is_cut ? <p class="notice warn">{texts.cut}</p> : null}
    </>
  )
}

/** The person, as a link to the conversation. */
function ConversationLink({
  subject: { contact, conversation_id },
}: {
  subject: Trace['subject']
}) {
  if (contact === null) return null
  return (
    <>
      {' '}
      ·{' '}
      <a href={`/dashboard/conversations/${conversation_id}`}>
        {personText(contact, text().trace.conversation)}
      </a>
    </>
  )
}
