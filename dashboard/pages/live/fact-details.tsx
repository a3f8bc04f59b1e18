import type { Fact } from '@recado/contract/dashboard/fact'
import type { Found } from '@recado/contract/dashboard/find'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { call } from '../../api/client.ts'
import { Copy, CopyId } from '../../parts/copy.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from '../../text/choose.ts'

/** The actor and cause of a fact, links to what it is about, and its data as JSON. */
export function FactDetails({ fact, isLinked = false }: { fact: Fact; isLinked?: boolean }) {
  const { live } = text()
  const actors: Readonly<Record<string, string>> = live.byType
  const json = JSON.stringify(fact.data, null, 2)
  return (
    <div class="fact">
      <dl class="facts small">
        <dt>{live.type}</dt>
        <dd>
          <a href={`/dashboard/live?type=${fact.type}`} title={live.only}>
            <code>{fact.type}</code>
          </a>{' '}
          · <Time at={fact.at} precise />
        </dd>
        <dt>{live.by}</dt>
        <dd class="break">
          {actors[fact.actor.type] ?? live.unknown}{' '}
          <a href={`/dashboard/live?actor=${encodeURIComponent(fact.actor.id)}`} title={live.only}>
            {fact.actor.id}
          </a>
        </dd>
        <dt>{live.position}</dt>
        <dd>
          <CopyId value={fact.position} label={live.position} />
        </dd>
        <dt>ID</dt>
        <dd>
          <CopyId value={fact.event_id} label="ID" />
        </dd>
        <dt>{live.cause}</dt>
        <dd>
          <CopyId value={fact.cause} label={live.cause} />
        </dd>
        <dt>{live.request}</dt>
        <dd>
          <CopyId value={fact.correlation_id} label={live.request} />
        </dd>
      </dl>
      <p class="row links">
        {isLinked ? <a href={`/dashboard/facts/${fact.position}`}>{live.toFact}</a> : null}
        <a href={`/dashboard/streams/${fact.stream}`}>{live.toStream}</a>
        <SubjectLink fact={fact} />
      </p>
      {fact.is_cut ? <p class="muted small">{live.cut}</p> : null}
      <details open={!isLinked}>
        <summary>{live.raw}</summary>
        <pre>{json}</pre>
      </details>
      <p>
        <Copy value={json} />
      </p>
    </div>
  )
}

/** A link to what a fact is about. */
function SubjectLink({ fact: { data } }: { fact: Fact }) {
  const { live } = text()
  const { message_id, delivery_id } = data
  if (typeof message_id === 'string')
    return <a href={`/dashboard/messages/${message_id}`}>{live.toTrace}</a>
  if (typeof delivery_id === 'string')
    return <a href={`/dashboard/deliveries/${delivery_id}`}>{live.toDelivery}</a>
  const { provider_message_id } = (data.intent ?? {}) as { provider_message_id?: unknown }
  if (typeof provider_message_id !== 'string') return null
  return <FindMessage of={provider_message_id} />
}

/** A status names its message only by the provider's id. */
function FindMessage({ of }: { of: string }) {
  const [notice, setNotice] = useState('')
  const { route } = useLocation()
  const { live, state } = text()
  const find = async () => {
    const path = `/find?q=${encodeURIComponent(of)}`
    const answer = await call<{ data: readonly Found[] }>('GET', path).catch(() => null)
    const found = answer?.data.find(({ kind }) => kind === 'message')
    if (found !== undefined) return route(found.href)
    // A failed call does not prove that there is no such message.
    setNotice(answer === null ? state.failed : live.noMessage)
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => void find()}>
        {live.findMessage}
      </button>
      <span role="status">{notice}</span>
    </>
  )
}
