import type { Translation } from '@recado/contract/dashboard/translation'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { useQuery } from '../api/query.ts'
import { Copy, CopyId } from '../parts/copy.tsx'
import { Folded } from '../parts/folded.tsx'
import { LongText } from '../parts/long-text.tsx'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { Differences } from './raw/differences.tsx'
import { Intents } from './raw/intents.tsx'
import { Recorded } from './raw/recorded.tsx'

/** A raw event: its bytes, their translation today, and the recorded facts, side by side. */
export function RawEvent() {
  const { id = '' } = useRoute().params
  const [isWhole, setWhole] = useState(false)
  const path = `/raw-events/${id}/translation`
  const query = useQuery<{ data: Translation }>(isWhole ? `${path}?whole=true` : path)
  const { raw } = text()
  return (
    <Page title={`${raw.one} ${id}`}>
      <Loaded query={query} rows={8}>
        {({ data }) => (
          <>
            {data.is_cut ? (
              <p class="notice between">
                {raw.cut}
                {isWhole ? null : (
                  <button type="button" onClick={() => setWhole(true)}>
                    {raw.whole}
                  </button>
                )}
              </p>
            ) : null}
            <Differences of={data} />
            <div class="thirds">
              <Bytes of={data} />
              <Intents of={data} />
              <Recorded of={data} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Bytes({ of: { raw: event, signature_valid: isValid, signature_reason } }: Of) {
  const { raw } = text()
  const reasons: Readonly<Record<string, string>> = raw.what
  const proof = isValid === null ? 'unproved' : isValid ? 'valid' : 'invalid'
  return (
    <section>
      <h2>{raw.bytes}</h2>
      <div class="card">
        <dl class="facts">
          <dt>{raw.columns.event}</dt>
          <dd>{event.event}</dd>
          <dt>{raw.columns.time}</dt>
          <dd>
            <Time at={event.received_at} />
          </dd>
          <dt>{raw.signature}</dt>
          <dd>
            <Status status={proof} />{' '}
            {signature_reason === null ? null : (reasons[signature_reason] ?? signature_reason)}
          </dd>
          <dt>SHA-256</dt>
          <dd>
            <CopyId value={event.body_sha256} label="SHA-256" />
          </dd>
          <dt>ID</dt>
          <dd>
            <CopyId value={event.event_id} label="ID" />
          </dd>
        </dl>
        {event.body === null ? (
          <p class="muted">{raw.notKept}</p>
        ) : (
          <>
            <div>
              <Copy value={event.body} />
            </div>
            <LongText value={event.body} />
          </>
        )}
        <Folded label={raw.payload} value={event.payload} />
      </div>
    </section>
  )
}

type Of = { readonly of: Translation }
